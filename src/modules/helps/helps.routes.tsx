import { DeleteHelpDialog, HelpDialog, type HelpValues } from '@views/pages/helps/help-dialog.tsx';
import { HelpGallery } from '@views/pages/helps/help-gallery.tsx';
import { HelpPlayer } from '@views/pages/helps/help-player.tsx';
import { HelpTable } from '@views/pages/helps/help-tab.tsx';
import { z } from 'zod';
import { type Ctx, isPartial } from '@/core/http/env.ts';
import { fragment, page } from '@/core/http/responses/respond.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { allowFrames } from '@/core/http/security-headers.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { isSuper } from '@/core/policy.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getHelp, listAllHelps, listHelps } from './helps.queries.ts';
import { HelpFilter, HelpInput } from './helps.schema.ts';
import { createHelp, deleteHelp, updateHelp } from './helps.service.ts';
import { Help, HelpPage, type HelpView } from './helps.views.ts';
import { getThumbnail } from './thumbnails.client.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    helpId: number;
  }
}

const EXAMPLE = {
  title: 'Primeiros passos',
  description: 'Do zero à primeira conversa.',
  video: 'M7lc1UVf-VE',
};
const BLANK: HelpValues = { title: '', video: '', description: '' };
const SAVED = { toast: 'common:toast.success', refresh: 'help' };
/** Sets no cookies before playback. */
const PLAYER_HOST = 'https://www.youtube-nocookie.com';

export const helpRoutes = routes([
  endpoint('GET /helps', {
    access: 'person',
    summary: 'A page of help videos, by title',
    query: HelpFilter,
    reply: HelpPage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listHelps(platformOf(scope), query),
  }),
  endpoint('GET /helps/list', {
    access: 'person',
    summary: 'All help videos, by title',
    reply: z.array(Help),
    run: (scope) => listAllHelps(platformOf(scope)),
  }),
  endpoint('GET /helps/:helpId', {
    access: 'person',
    shared: true,
    summary: 'One help video',
    reply: Help,
    errors: ['ERR_NO_HELP_FOUND'],
    run: (scope, { helpId }) => getHelp(platformOf(scope), helpId),
  }),
  endpoint('GET /helps/:helpId/thumbnail', {
    access: 'person',
    shared: true,
    summary: 'The small picture of a help video as JPEG, or nothing when there is none',
    status: 204,
    mime: 'image/jpeg',
    errors: ['ERR_NO_HELP_FOUND'],
    async answer(c, { helpId }) {
      const scope = platformOf(c.var.scope);
      const { video } = await getHelp(scope, helpId);
      const bytes = video ? await getThumbnail(scope, video) : null;
      if (!bytes) return c.body(null, 204);
      c.header('Cache-Control', 'private, max-age=86400');
      c.header('Content-Type', 'image/jpeg');
      return c.body(new Uint8Array(bytes));
    },
  }),
  pageRoute('GET /helps', {
    access: 'person',
    async answer(c) {
      const helps = await listAllHelps(platformOf(c.var.scope));
      const node = <HelpGallery helps={helps} canAdd={isSuper(c.var.scope.actor)} />;
      if (isPartial(c)) return fragment(c, node);
      allowFrames(c, PLAYER_HOST);
      return page(c, { title: 'helps:title', active: 'helps' }, node);
    },
  }),
  pageRoute('GET /helps/:helpId/player', {
    access: 'person',
    shared: true,
    async answer(c, { helpId }) {
      const help = await getHelp(platformOf(c.var.scope), helpId);
      return fragment(c, <HelpPlayer help={help} host={PLAYER_HOST} />);
    },
  }),
  pageRoute('GET /settings/helps', {
    access: 'super',
    query: HelpFilter,
    async answer(c, { query }) {
      const { scope } = c.var;
      const found = await listHelps(platformOf(scope), query);
      const props = { page: found, searchParam: query.searchParam };
      return tabList(c, 'helps', (shows) => <HelpTable shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /settings/helps/new', { access: 'super', answer: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /settings/helps/:helpId/edit', {
    access: 'super',
    shared: true,
    async answer(c, { helpId }) {
      const known = await getHelp(platformOf(c.var.scope), helpId);
      return dialog(c, known, known);
    },
  }),
  pageRoute('GET /settings/helps/:helpId/delete', {
    access: 'super',
    shared: true,
    answer: async (c, { helpId }) =>
      fragment(c, <DeleteHelpDialog help={await getHelp(platformOf(c.var.scope), helpId)} />),
  }),
  operation('POST /helps', {
    access: 'super',
    summary: 'Adds a help video; `video` is its code or address at YouTube, or empty for a text alone',
    input: HelpInput,
    output: Help,
    example: () => ({ body: EXAMPLE }),
    run: (scope, input) => createHelp(scope, input),
    form: { onInvalid: again, done: SAVED },
  }),
  operation('PUT /helps/:helpId', {
    access: 'super',
    shared: true,
    summary: 'Changes a help video',
    input: HelpInput,
    output: Help,
    errors: ['ERR_NO_HELP_FOUND'],
    example: () => ({ body: { ...EXAMPLE, title: 'Do começo' } }),
    run: (scope, input) => updateHelp(scope, input),
    form: { onInvalid: again, openedBy: 'GET /settings/helps/:helpId/edit', done: SAVED },
  }),
  operation('DELETE /helps/:helpId', {
    access: 'super',
    shared: true,
    summary: 'Deletes a help video',
    output: MessageReply,
    errors: ['ERR_NO_HELP_FOUND'],
    async run(scope, input) {
      await deleteHelp(scope, input);
      return { message: 'Help deleted' };
    },
    form: { done: SAVED },
  }),
]);

function dialog(
  c: Ctx,
  known: HelpView | null,
  values: HelpValues,
  errors?: Record<string, string>,
): Response {
  const node = <HelpDialog known={known} values={values} errors={errors} />;
  return fragment(c, node, errors ? 422 : 200);
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const isKnown = c.req.param('helpId') !== undefined;
  const known = isKnown ? await getHelp(platformOf(c.var.scope), idParam(c, 'helpId')) : null;
  return dialog(c, known, { ...BLANK, ...values }, errors);
}
