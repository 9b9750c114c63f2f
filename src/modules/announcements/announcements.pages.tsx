import {
  AnnouncementDialog,
  type AnnouncementValues,
  DeleteAnnouncementDialog,
} from '@views/pages/announcements/announcement-dialog.tsx';
import { AnnouncementsPage } from '@views/pages/announcements/announcements-page.tsx';
import { AnnouncementsPopover } from '@views/pages/announcements/announcements-popover.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readUpload } from '@/core/http/uploads/upload.ts';
import { getAnnouncement, listActive, listAnnouncements, readerOf } from './announcements.queries.ts';
import { ANNOUNCEMENT_IMAGE, AnnouncementFilter, AnnouncementForm } from './announcements.schema.ts';
import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from './announcements.service.ts';
import type { AnnouncementView } from './announcements.views.ts';
import { seeAnnouncements } from './seen-announcements.service.ts';

const BLANK: AnnouncementValues = { title: '', text: '', priority: '3', status: true };
const REFRESH = 'announcement';

export const announcementsPages = [
  pageRoute('GET /announcements', {
    access: 'super',
    query: AnnouncementFilter,
    async show(c, { query }) {
      const found = await listAnnouncements(readerOf(c.var.scope), query);
      const props = { page: found, searchParam: query.searchParam };
      const head = { title: 'announcements:title', active: 'announcements' };
      return listPage(c, head, (shows) => <AnnouncementsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /announcements/popover', {
    access: 'person',
    show: async (c) =>
      fragment(c, <AnnouncementsPopover announcements={await listActive(readerOf(c.var.scope))} />),
  }),
  pageRoute('POST /announcements/seen', {
    access: 'person',
    async show(c) {
      await seeAnnouncements(c.var.scope);
      return c.body(null, 204);
    },
  }),
  pageRoute('GET /announcements/new', { access: 'super', show: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /announcements/:announcementId/edit', {
    access: 'super',
    shared: true,
    async show(c, { announcementId }) {
      const known = await getAnnouncement(readerOf(c.var.scope), announcementId);
      return dialog(c, known, { ...known, priority: String(known.priority) });
    },
  }),
  pageRoute('GET /announcements/:announcementId/delete', {
    access: 'super',
    shared: true,
    async show(c, { announcementId }) {
      const announcement = await getAnnouncement(readerOf(c.var.scope), announcementId);
      return fragment(c, <DeleteAnnouncementDialog announcement={announcement} />);
    },
  }),
  pageRoute('POST /announcements', {
    access: 'super',
    files: ANNOUNCEMENT_IMAGE,
    storesFiles: false,
    form: AnnouncementForm,
    example: () => ({ body: { title: 'Aviso', text: 'Hoje.', priority: 3, status: 'true' } }),
    again,
    async show(c, { form: { removeMedia: _none, ...input } }) {
      await createAnnouncement(c.var.scope, { ...input, image: await readUpload(c) });
      return done(c, { toast: 'announcements:toast.created', refresh: REFRESH });
    },
  }),
  pageRoute('PUT /announcements/:announcementId', {
    access: 'super',
    shared: true,
    files: ANNOUNCEMENT_IMAGE,
    storesFiles: false,
    form: AnnouncementForm,
    example: () => ({ body: { title: 'Aviso', text: 'Amanhã.', priority: 3, status: 'true' } }),
    again,
    async show(c, { announcementId, form: { removeMedia, ...input } }) {
      const image = (await readUpload(c)) ?? (removeMedia ? null : undefined);
      await updateAnnouncement(c.var.scope, { ...input, announcementId, image });
      return done(c, { toast: 'announcements:toast.updated', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /announcements/:announcementId', {
    access: 'super',
    shared: true,
    async show(c, { announcementId }) {
      await deleteAnnouncement(c.var.scope, { announcementId });
      return done(c, { toast: 'announcements:toast.deleted', refresh: REFRESH });
    },
  }),
];

function dialog(
  c: Ctx,
  known: AnnouncementView | null,
  values: AnnouncementValues,
  errors?: Record<string, string>,
): Response {
  return fragment(
    c,
    <AnnouncementDialog known={known} values={values} errors={errors} />,
    errors ? 422 : 200,
  );
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const isKnown = c.req.param('announcementId') !== undefined;
  const known = isKnown ? await getAnnouncement(readerOf(c.var.scope), idParam(c, 'announcementId')) : null;
  const { title = '', text = '', priority = '3', status } = values;
  return dialog(c, known, { title, text, priority, status: status === 'true' }, errors);
}
