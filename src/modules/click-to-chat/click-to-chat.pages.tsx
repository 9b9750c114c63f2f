import { ButtonPreview } from '@views/pages/click-to-chat/button-preview.tsx';
import { DeleteLinkDialog, LinkDialog, type LinkValues } from '@views/pages/click-to-chat/link-dialog.tsx';
import { LinksPage } from '@views/pages/click-to-chat/links-page.tsx';
import { ShowLinkDialog } from '@views/pages/click-to-chat/show-link-dialog.tsx';
import { renderQrCode } from '@/core/documents/qr-code.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { getLink, listLinkConnections, listLinks, listOtherSources } from './click-to-chat.queries.ts';
import { BUTTON_COLOR, ButtonStyle, ClickLinkFilter, ClickLinkInput } from './click-to-chat.schema.ts';
import { createLink, deleteLink, updateLink } from './click-to-chat.service.ts';
import type { ClickLinkView } from './click-to-chat.views.ts';
import { linkTo, scriptFor } from './embed.logic.ts';

const REFRESH = 'clickLink';
const BLANK = { source: '', connectionId: '', text: '', label: '', color: BUTTON_COLOR, side: 'right' };

const example = ({ connectionId }: { connectionId: number }) => ({
  body: {
    source: 'vitrine',
    connectionId,
    text: 'Oi',
    label: '',
    color: BUTTON_COLOR,
    side: 'right' as const,
  },
});

export const clickToChatPages = [
  pageRoute('GET /click-to-chat', {
    access: 'admin',
    query: ClickLinkFilter,
    async answer(c, { query }) {
      const { scope } = c.var;
      const props = { page: await listLinks(scope, query), others: await listOtherSources(scope) };
      const head = { title: 'clickToChat:title', active: 'clickToChat' };
      return listPage(c, head, (shows) => (
        <LinksPage shows={shows} {...props} searchParam={query.searchParam} />
      ));
    },
  }),
  pageRoute('GET /click-to-chat/new', {
    access: 'admin',
    async answer(c) {
      const [first] = await listLinkConnections(c.var.scope);
      const label = c.var.t('clickToChat:usual.label');
      const text = c.var.t('clickToChat:usual.text');
      return dialog(c, null, { ...BLANK, label, text, connectionId: String(first?.id ?? '') });
    },
  }),
  pageRoute('GET /click-to-chat/preview', {
    access: 'admin',
    query: ButtonStyle,
    answer: (c, { query }) => fragment(c, <ButtonPreview {...query} />),
  }),
  pageRoute('GET /click-to-chat/:linkId/show', {
    access: 'admin',
    answer: async (c, { linkId }) => shown(c, await getLink(c.var.scope, linkId), 'click-link-show'),
  }),
  pageRoute('GET /click-to-chat/:linkId/edit', {
    access: 'admin',
    async answer(c, { linkId }) {
      const link = await getLink(c.var.scope, linkId);
      return dialog(c, linkId, { ...link, connectionId: String(link.connection?.id ?? '') });
    },
  }),
  pageRoute('GET /click-to-chat/:linkId/delete', {
    access: 'admin',
    answer: async (c, { linkId }) =>
      fragment(c, <DeleteLinkDialog link={await getLink(c.var.scope, linkId)} />),
  }),
  pageRoute('POST /click-to-chat', {
    access: 'admin',
    form: ClickLinkInput,
    example,
    onInvalid: again,
    async answer(c, { form }) {
      const link = await createLink(c.var.scope, form);
      trigger(c, { [`refresh:${REFRESH}`]: true });
      return shown(c, link, 'click-link-dialog');
    },
  }),
  pageRoute('PUT /click-to-chat/:linkId', {
    access: 'admin',
    form: ClickLinkInput,
    example,
    onInvalid: again,
    async answer(c, { linkId, form }) {
      await updateLink(c.var.scope, { ...form, linkId });
      return done(c, { toast: 'clickToChat:toast.updated', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /click-to-chat/:linkId', {
    access: 'admin',
    async answer(c, { linkId }) {
      await deleteLink(c.var.scope, { linkId });
      return done(c, { toast: 'clickToChat:toast.deleted', refresh: REFRESH });
    },
  }),
];

function shown(c: Ctx, link: ClickLinkView, id: 'click-link-dialog' | 'click-link-show'): Response {
  const number = link.connection?.number;
  const ways = number && {
    href: linkTo(number, link),
    qr: renderQrCode(linkTo(number, link)),
    script: scriptFor(c.var.origin, number, link),
  };
  return fragment(c, <ShowLinkDialog id={id} link={link} ways={ways || null} />);
}

async function dialog(
  c: Ctx,
  linkId: number | null,
  values: LinkValues,
  errors?: Record<string, string>,
): Promise<Response> {
  const props = { linkId, values, errors, connections: await listLinkConnections(c.var.scope) };
  return fragment(c, <LinkDialog {...props} />, errors ? 422 : 200);
}

function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const linkId = c.req.param('linkId') ? idParam(c, 'linkId') : null;
  return dialog(c, linkId, { ...BLANK, ...values }, errors);
}
