import { DeleteHelpDialog, HelpDialog, type HelpValues } from '@views/pages/helps/help-dialog.tsx';
import { HelpGallery } from '@views/pages/helps/help-gallery.tsx';
import { HelpPlayer } from '@views/pages/helps/help-player.tsx';
import { HelpTable } from '@views/pages/helps/help-tab.tsx';
import { type Ctx, isPartial } from '@/core/http/env.ts';
import { done, fragment, page } from '@/core/http/responses/respond.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { allowFrames } from '@/core/http/security-headers.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { isSuper } from '@/core/policy.ts';
import { getHelp, listAllHelps, listHelps } from './helps.queries.ts';
import { HelpFilter, HelpInput } from './helps.schema.ts';
import { createHelp, deleteHelp, updateHelp } from './helps.service.ts';
import type { HelpView } from './helps.views.ts';

const BLANK: HelpValues = { title: '', video: '', description: '' };
const REFRESH = 'help';
/** Sets no cookies before playback. */
const PLAYER_HOST = 'https://www.youtube-nocookie.com';

export const helpsPages = [
  pageRoute('GET /helps', {
    access: 'person',
    async show(c) {
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
    async show(c, { helpId }) {
      const help = await getHelp(platformOf(c.var.scope), helpId);
      return fragment(c, <HelpPlayer help={help} host={PLAYER_HOST} />);
    },
  }),
  pageRoute('GET /settings/helps', {
    access: 'super',
    query: HelpFilter,
    async show(c, { query }) {
      const { scope } = c.var;
      const found = await listHelps(platformOf(scope), query);
      const props = { page: found, searchParam: query.searchParam };
      return tabList(c, 'helps', (shows) => <HelpTable shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /settings/helps/new', { access: 'super', show: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /settings/helps/:helpId/edit', {
    access: 'super',
    shared: true,
    async show(c, { helpId }) {
      const known = await getHelp(platformOf(c.var.scope), helpId);
      return dialog(c, known, known);
    },
  }),
  pageRoute('GET /settings/helps/:helpId/delete', {
    access: 'super',
    shared: true,
    show: async (c, { helpId }) =>
      fragment(c, <DeleteHelpDialog help={await getHelp(platformOf(c.var.scope), helpId)} />),
  }),
  pageRoute('POST /helps', {
    access: 'super',
    form: HelpInput,
    example: () => ({ body: { title: 'Vídeo', video: 'M7lc1UVf-VE', description: '' } }),
    again,
    async show(c, { form }) {
      await createHelp(c.var.scope, form);
      return done(c, { toast: 'common:toast.success', refresh: REFRESH });
    },
  }),
  pageRoute('PUT /helps/:helpId', {
    access: 'super',
    openedBy: 'GET /settings/helps/:helpId/edit',
    shared: true,
    form: HelpInput,
    example: () => ({ body: { title: 'Vídeo', video: 'M7lc1UVf-VE', description: '' } }),
    again,
    async show(c, { helpId, form }) {
      await updateHelp(c.var.scope, { ...form, helpId });
      return done(c, { toast: 'common:toast.success', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /helps/:helpId', {
    access: 'super',
    shared: true,
    async show(c, { helpId }) {
      await deleteHelp(c.var.scope, { helpId });
      return done(c, { toast: 'common:toast.success', refresh: REFRESH });
    },
  }),
];

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
