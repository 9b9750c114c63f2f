import { AcceptPage } from '@views/pages/auth/accept-page.tsx';
import { InvitationDialog } from '@views/pages/users/invitation-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import { startHere } from '@/modules/auth/sessions/start-session.http.ts';
import { hasFactor } from '@/modules/factors/factors.queries.ts';
import { paths } from '@/paths.ts';
import { AcceptInput } from './invitations.schema.ts';
import {
  acceptInvitation,
  type Invitation,
  renewInvitation,
  requireInvited,
  revokeInvitation,
  showInvitation,
} from './invitations.service.ts';

const GUESSED = { params: { secret: 'guessed' } };

export const invitationsPages = [
  pageRoute('GET /users/:userId/invitation', {
    access: 'admin',
    answer: async (c, { userId }) => dialog(c, userId, await showInvitation(c.var.scope, { userId })),
  }),
  pageRoute('POST /users/:userId/invitation', {
    access: 'admin',
    answer: async (c, { userId }) => dialog(c, userId, await renewInvitation(c.var.scope, { userId })),
  }),
  pageRoute('DELETE /users/:userId/invitation', {
    access: 'admin',
    async answer(c, { userId }) {
      await revokeInvitation(c.var.scope, { userId });
      return done(c, { toast: 'invitations:revoked', refresh: 'user' });
    },
  }),
  pageRoute('GET /invitation/:secret', {
    access: 'anyone',
    example: () => GUESSED,
    answer: (c, { secret }) => acceptPage(c, secret, {}),
  }),
  pageRoute('POST /invitation/:secret', {
    access: 'anyone',
    form: AcceptInput,
    example: () => ({ ...GUESSED, body: { name: 'Lia Prado', password: 'uma senha bem comprida' } }),
    onInvalid: (c, refused) => acceptPage(c, c.req.param('secret') ?? '', refused),
    async answer(c, { secret, form }) {
      const { companyId, userId } = await acceptInvitation(c.var.kernel, { ...form, secret });
      // An invitation sets a password; it does not replace the second factor.
      if (await hasFactor(c.var.kernel, { companyId, userId })) return c.redirect(paths.login(), 303);
      await startHere(c, { companyId, userId });
      return c.redirect(paths.home(), 303);
    },
  }),
];

function dialog(c: Ctx, userId: number, invitation: Invitation | undefined): Response {
  const shown = invitation && {
    link: invitation.isOver ? null : invitation.link,
    expiresAt: invitation.expiresAt.toISOString(),
    email: invitation.user.email,
    refusal: invitation.refusal,
  };
  const { mailTransport, mailHealth } = c.var.kernel.services;
  const mail = mailHealth.trouble ? 'down' : mailTransport ? 'works' : 'off';
  return fragment(c, <InvitationDialog userId={userId} invitation={shown} mail={mail} />);
}

async function acceptPage(
  c: Ctx,
  secret: string,
  { values = {}, errors = {} }: Partial<Refused>,
): Promise<Response> {
  const { user, company } = await requireInvited(c.var.kernel, secret);
  const props = { email: user.email, company: company.name, name: values.name ?? user.name, errors };
  const status = Object.keys(errors).length > 0 ? 422 : 200;
  const node = <AcceptPage action={paths.invitation(secret)} {...props} />;
  return page(c, { title: 'invitations:accept.title', layout: 'bare', status }, node);
}
