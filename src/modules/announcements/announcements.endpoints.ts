import { z } from 'zod';
import { AppError } from '@/core/errors.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { readUpload } from '@/core/http/uploads/upload.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getAnnouncement, listActive, listAnnouncements, readerOf } from './announcements.queries.ts';
import { ANNOUNCEMENT_IMAGE, AnnouncementFilter, AnnouncementInput } from './announcements.schema.ts';
import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from './announcements.service.ts';
import { Announcement, AnnouncementPage } from './announcements.views.ts';

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

export const announcementsEndpoints = [
  endpoint('GET /announcements', {
    access: 'person',
    summary: 'A page of them, the newest first; inactive ones only for the platform’s administrators',
    query: AnnouncementFilter,
    reply: AnnouncementPage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listAnnouncements(readerOf(scope), query),
  }),
  endpoint('GET /announcements/list', {
    access: 'person',
    summary: 'The active ones, the newest fifty',
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
  endpoint('POST /announcements', {
    access: 'super',
    summary: 'Tells all companies; `priority` 1 is high, 3 is low',
    body: AnnouncementInput,
    reply: Announcement,
    example: () => ({ body: { ...EXAMPLE, status: true } }),
    run: (scope, { body }) => createAnnouncement(scope, body),
  }),
  endpoint('PUT /announcements/:announcementId', {
    access: 'super',
    shared: true,
    summary: 'Changes one',
    body: AnnouncementInput,
    reply: Announcement,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
    example: () => ({ body: { ...EXAMPLE, priority: 2, status: false } }),
    run: (scope, { announcementId, body }) => updateAnnouncement(scope, { ...body, announcementId }),
  }),
  endpoint('DELETE /announcements/:announcementId', {
    access: 'super',
    shared: true,
    summary: 'Deletes one with its image',
    reply: MessageReply,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
    run: async (scope, { announcementId }) => {
      await deleteAnnouncement(scope, { announcementId });
      return { message: 'Announcement deleted' };
    },
  }),
  endpoint('POST /announcements/:announcementId/media-upload', {
    access: 'super',
    shared: true,
    summary: 'Gives it an image (PNG or JPEG), in the place of the one it had',
    files: ANNOUNCEMENT_IMAGE,
    storesFiles: false,
    reply: Done,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND', 'ERR_TOO_LARGE', 'ERR_UNSUPPORTED_MEDIA'],
    example: () => ({ file: { name: 'aviso.png', content: PIXEL } }),
    async answer(c, { announcementId }) {
      await getAnnouncement(readerOf(c.var.scope), announcementId);
      const image = await readUpload(c);
      if (!image) throw new AppError('ERR_VALIDATION');
      await updateAnnouncement(c.var.scope, { announcementId, image });
      return c.json({ mensagem: 'Mensagem enviada' });
    },
  }),
  endpoint('DELETE /announcements/:announcementId/media-upload', {
    access: 'super',
    shared: true,
    summary: 'Takes its image away',
    reply: Done,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
    run: async (scope, { announcementId }) => {
      await updateAnnouncement(scope, { announcementId, image: null });
      return { mensagem: 'Arquivo excluído' };
    },
  }),
];
