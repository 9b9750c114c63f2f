import { ReauthenticationDialog } from '@views/pages/auth/reauthentication-dialog.tsx';
import { AppError } from '@/core/errors.ts';
import { type Ctx, isHtmx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { getFactors } from '@/modules/factors/factors.queries.ts';
import { ReauthenticationForm } from '../auth.schema.ts';
import { prove, whoProves } from './reauthentication.service.ts';

export const reauthenticationPages = [
  pageRoute('POST /profile/proof', {
    access: 'person',
    forGuests: true,
    settingUp: true,
    form: ReauthenticationForm,
    example: () => ({ body: { proof: 'uma senha bem comprida', source: 'company-delete-form' } }),
    onInvalid: (c, { values, errors }) => dialog(c, values.source ?? '', errors.proof),
    async answer(c, { form: { proof, source } }) {
      await prove(c.var.scope, { proof });
      return done(c, { events: { [`proven:${source}`]: true } });
    },
  }),
];

export function lacksReauthentication(error: unknown, c: Ctx): boolean {
  return error instanceof AppError && error.code === 'ERR_PROOF_REQUIRED' && isHtmx(c);
}

export async function askForReauthentication(c: Ctx): Promise<Response> {
  c.header('HX-Retarget', '#dialogs');
  c.header('HX-Reswap', 'beforeend');
  const [, source = ''] = (c.req.header('HX-Source') ?? '').split('#');
  return dialog(c, source);
}

/** 422, because a refusal of any other status is not shown. */
async function dialog(c: Ctx, source: string, error?: string): Promise<Response> {
  const { hasAuthenticator } = await getFactors(c.var.kernel, whoProves(c.var.scope));
  const node = <ReauthenticationDialog source={source} error={error} takesCode={hasAuthenticator} />;
  return fragment(c, node, 422);
}
