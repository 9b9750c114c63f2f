import {
  AnnouncementDialog,
  type AnnouncementValues,
  DeleteAnnouncementDialog,
} from '@views/pages/announcements/announcement-dialog.tsx';
import { AnnouncementsPage } from '@views/pages/announcements/announcements-page.tsx';
import { AnnouncementsPopover } from '@views/pages/announcements/announcements-popover.tsx';
import { z } from 'zod';
import { InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readUpload } from '@/core/http/uploads/upload.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { listCompanyNames } from '@/modules/companies/companies.queries.ts';
import { paths } from '@/paths.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { countAddressees, findAddressees } from './addressees.queries.ts';
import { newAnnouncement, toFields } from './announcement-fields.logic.ts';
import { getAnnouncement, listActive, listAnnouncements, readerOf } from './announcements.queries.ts';
import {
  ANNOUNCEMENT_IMAGE,
  AnnouncementFilter,
  AnnouncementForm,
  AnnouncementInput,
} from './announcements.schema.ts';
import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from './announcements.service.ts';
import { Announcement, AnnouncementPage, type AnnouncementView } from './announcements.views.ts';
import { seeAnnouncements } from './seen-announcements.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    announcementId: number;
    /** The key of its image; anyone who knows it can open the image. */
    publicFile: string;
  }
}

const Done = z.strictObject({ mensagem: z.string() });
const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (char) => char.charCodeAt(0),
);
const EXAMPLE = { title: 'Manutenção', text: 'Hoje à noite, das 23h às 23h30.', priority: 1 } as const;
const REFRESH = 'announcement';

export const announcementRoutes = routes([
  endpoint('GET /announcements', {
    access: 'person',
    summary:
      'A page of announcements, the newest first; inactive ones only for the platform’s administrators',
    query: AnnouncementFilter,
    reply: AnnouncementPage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listAnnouncements(readerOf(scope), query),
  }),
  endpoint('GET /announcements/list', {
    access: 'person',
    summary: 'The newest fifty active announcements',
    reply: z.array(Announcement),
    run: (scope) => listActive(readerOf(scope)),
  }),
  endpoint('GET /announcements/:announcementId', {
    access: 'person',
    shared: true,
    summary: 'One announcement',
    reply: Announcement,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
    run: (scope, { announcementId }) => getAnnouncement(readerOf(scope), announcementId),
  }),
  pageRoute('GET /announcements', {
    access: 'super',
    query: AnnouncementFilter,
    async answer(c, { query }) {
      const reader = readerOf(c.var.scope);
      const found = await listAnnouncements(reader, query);
      const ids = found.records.map(({ id }) => id);
      const addressees = await countAddressees(reader, ids);
      const props = { page: found, searchParam: query.searchParam, addressees };
      const head = { title: 'announcements:title', active: 'announcements' };
      return listPage(c, head, (shows) => <AnnouncementsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /announcements/popover', {
    access: 'person',
    partOf: paths.home(),
    answer: async (c) =>
      fragment(c, <AnnouncementsPopover announcements={await listActive(readerOf(c.var.scope))} />),
  }),
  pageRoute('GET /announcements/new', {
    access: 'super',
    answer: (c) => dialog(c, null, newAnnouncement(null)),
  }),
  pageRoute('GET /announcements/:announcementId/edit', {
    access: 'super',
    shared: true,
    async answer(c, { announcementId }) {
      const reader = readerOf(c.var.scope);
      const known = await getAnnouncement(reader, announcementId);
      const companies = await findAddressees(reader, announcementId);
      const values = { ...known, priority: String(known.priority), ...toFields(companies) };
      return dialog(c, known, values);
    },
  }),
  pageRoute('GET /announcements/:announcementId/delete', {
    access: 'super',
    shared: true,
    async answer(c, { announcementId }) {
      const announcement = await getAnnouncement(readerOf(c.var.scope), announcementId);
      return fragment(c, <DeleteAnnouncementDialog announcement={announcement} />);
    },
  }),
  pageRoute('POST /announcements/seen', {
    access: 'person',
    async answer(c) {
      await seeAnnouncements(c.var.scope);
      return c.body(null, 204);
    },
  }),
  endpoint('POST /announcements', {
    access: 'super',
    summary: 'Creates an announcement for all companies; `priority` 1 is high, 3 is low',
    body: AnnouncementInput,
    reply: Announcement,
    example: () => ({ body: { ...EXAMPLE, status: true } }),
    run: (scope, { body }) => createAnnouncement(scope, body),
  }),
  pageRoute('POST /announcements', {
    access: 'super',
    files: ANNOUNCEMENT_IMAGE,
    storesFiles: false,
    form: AnnouncementForm,
    example: () => ({ body: { title: 'Aviso', text: 'Hoje.', priority: 3, status: 'true' } }),
    onInvalid: again,
    async answer(c, { form: { removeMedia: _none, ...form } }) {
      await createAnnouncement(c.var.scope, { ...toInput(form), image: await readUpload(c) });
      return done(c, { toast: 'announcements:toast.created', refresh: REFRESH });
    },
  }),
  endpoint('PUT /announcements/:announcementId', {
    access: 'super',
    shared: true,
    summary: 'Changes an announcement',
    body: AnnouncementInput,
    reply: Announcement,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
    example: () => ({ body: { ...EXAMPLE, priority: 2, status: false } }),
    run: (scope, { announcementId, body }) => updateAnnouncement(scope, { ...body, announcementId }),
  }),
  pageRoute('PUT /announcements/:announcementId', {
    access: 'super',
    shared: true,
    files: ANNOUNCEMENT_IMAGE,
    storesFiles: false,
    form: AnnouncementForm,
    example: () => ({ body: { title: 'Aviso', text: 'Amanhã.', priority: 3, status: 'true' } }),
    onInvalid: again,
    async answer(c, { announcementId, form: { removeMedia, ...form } }) {
      const image = (await readUpload(c)) ?? (removeMedia ? null : undefined);
      await updateAnnouncement(c.var.scope, { ...toInput(form), announcementId, image });
      return done(c, { toast: 'announcements:toast.updated', refresh: REFRESH });
    },
  }),
  operation('DELETE /announcements/:announcementId', {
    access: 'super',
    shared: true,
    summary: 'Deletes an announcement with its image',
    output: MessageReply,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
    async run(scope, input) {
      await deleteAnnouncement(scope, input);
      return { message: 'Announcement deleted' };
    },
    form: { done: { toast: 'announcements:toast.deleted', refresh: REFRESH } },
  }),
  endpoint('POST /announcements/:announcementId/media-upload', {
    access: 'super',
    shared: true,
    summary: 'Sets or replaces the image of an announcement (PNG or JPEG)',
    files: ANNOUNCEMENT_IMAGE,
    storesFiles: false,
    reply: Done,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND', 'ERR_TOO_LARGE', 'ERR_UNSUPPORTED_MEDIA'],
    example: () => ({ file: { name: 'aviso.png', content: PIXEL } }),
    async answer(c, { announcementId }) {
      await getAnnouncement(readerOf(c.var.scope), announcementId);
      const image = await readUpload(c);
      if (!image) throw new InvalidInput({ file: 'validation:required' });
      await updateAnnouncement(c.var.scope, { announcementId, image });
      return c.json({ mensagem: 'Mensagem enviada' });
    },
  }),
  endpoint('DELETE /announcements/:announcementId/media-upload', {
    access: 'super',
    shared: true,
    summary: 'Removes the image of an announcement',
    reply: Done,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
    run: async (scope, { announcementId }) => {
      await updateAnnouncement(scope, { announcementId, image: null });
      return { mensagem: 'Arquivo excluído' };
    },
  }),
]);

function toInput({ forAll, companies, ...input }: AnnouncementForm) {
  return { ...input, companies: forAll ? null : companies };
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const isKnown = c.req.param('announcementId') !== undefined;
  const known = isKnown ? await getAnnouncement(readerOf(c.var.scope), idParam(c, 'announcementId')) : null;
  const { title = '', text = '', priority = '3', status, forAll } = values;
  const switches = { status: status === 'true', forAll: forAll === 'true' };
  const companies = await formTexts(c, 'companies');
  return dialog(c, known, { title, text, priority, ...switches, companies }, errors);
}

async function dialog(
  c: Ctx,
  known: AnnouncementView | null,
  values: AnnouncementValues,
  errors?: Record<string, string>,
): Promise<Response> {
  const chosen = values.companies.map(Number).filter(Number.isSafeInteger);
  const { companies } = await listCompanyNames(platformOf(c.var.scope), { chosen });
  return fragment(c, <AnnouncementDialog {...{ known, values, companies, errors }} />, errors ? 422 : 200);
}
