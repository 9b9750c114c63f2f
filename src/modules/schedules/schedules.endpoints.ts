import { z } from 'zod';
import type { ErrorCode } from '@/core/errors.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { requireUpload } from '@/core/http/uploads/upload.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getSchedule, listEntries, listSchedules } from './schedules.queries.ts';
import {
  CalendarFilter,
  SCHEDULE_MEDIA,
  ScheduleFilter,
  ScheduleInput,
  SchedulePatch,
} from './schedules.schema.ts';
import { createSchedule, deleteSchedule, setScheduleMedia, updateSchedule } from './schedules.service.ts';
import { CalendarPage, Schedule, SchedulePage } from './schedules.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    scheduleId: number;
  }
}

const feature = 'useSchedules';
const access = 'person';
const Done = z.strictObject({ mensagem: z.string() });
const PARTIES: ErrorCode[] = ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_OF_OTHERS', 'ERR_NO_WAPP_FOUND'];
const CHANGE: ErrorCode[] = [
  'ERR_NO_SCHEDULE_FOUND',
  'ERR_NO_PERMISSION',
  'ERR_SCHEDULE_SENT',
  'ERR_LIMIT_REACHED',
];

const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

export const schedulesEndpoints = [
  endpoint('GET /schedules', {
    access,
    feature,
    summary:
      'A page of scheduled messages, the newest first: of agents their own, and those to contacts whose conversation they see',
    query: ScheduleFilter,
    reply: SchedulePage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listSchedules(scope, query),
  }),
  endpoint('GET /schedules/calendar', {
    access,
    feature,
    summary: 'What is to be sent, or was, between two moments, in the order of time',
    query: CalendarFilter,
    reply: CalendarPage,
    example: () => ({ query: { from: '2026-03-01T03:00:00Z', to: '2026-04-05T03:00:00Z' } }),
    run: (scope, { query }) => listEntries(scope, query),
  }),
  endpoint('GET /schedules/:scheduleId', {
    access,
    feature,
    summary: 'One scheduled message',
    reply: Schedule,
    errors: ['ERR_NO_SCHEDULE_FOUND'],
    run: (scope, { scheduleId }) => getSchedule(scope, scheduleId),
  }),
  endpoint('POST /schedules', {
    access,
    feature,
    summary:
      'A message for a contact at a moment, written `YYYY-MM-DD HH:mm:ss` or `YYYY-MM-DDTHH:mm` in the desk’s zone',
    body: ScheduleInput,
    reply: Schedule,
    errors: ['ERR_LIMIT_REACHED', ...PARTIES],
    example: ({ contactId }) => ({
      body: { body: 'Seu pedido chega hoje', contactId, sendAt: '2026-03-11 09:00:00' },
    }),
    run: (scope, { body }) => createSchedule(scope, body),
  }),
  endpoint('PUT /schedules/:scheduleId', {
    access,
    feature,
    summary:
      'Changes one that was not sent: for who wrote it, supervisors and administrators; it waits for its moment again',
    body: SchedulePatch,
    reply: Schedule,
    errors: [...CHANGE, ...PARTIES],
    example: () => ({ body: { body: 'Seu pedido chega amanhã', sendAt: '2026-03-12T09:00' } }),
    run: (scope, { scheduleId, body }) => updateSchedule(scope, { ...body, scheduleId }),
  }),
  endpoint('DELETE /schedules/:scheduleId', {
    access,
    feature,
    summary: 'Deletes it; what was sent stays in the conversation, and nothing is repeated any more',
    reply: MessageReply,
    errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_NO_PERMISSION'],
    run: async (scope, { scheduleId }) => {
      await deleteSchedule(scope, { scheduleId });
      return { message: 'Schedule deleted' };
    },
  }),
  endpoint('POST /schedules/:scheduleId/media-upload', {
    access,
    feature,
    summary: 'Gives it a picture, in the place of the one it had',
    files: SCHEDULE_MEDIA,
    reply: Done,
    errors: [...CHANGE, 'ERR_TOO_LARGE', 'ERR_UNSUPPORTED_MEDIA'],
    example: () => ({ file: { name: 'foto.png', content: PIXEL } }),
    async answer(c, { scheduleId }) {
      await getSchedule(c.var.scope, scheduleId);
      const media = await requireUpload(c);
      await setScheduleMedia(c.var.scope, { scheduleId, media });
      return c.json({ mensagem: 'Arquivo Anexado' });
    },
  }),
  endpoint('DELETE /schedules/:scheduleId/media-upload', {
    access,
    feature,
    summary: 'Takes its picture away',
    reply: Done,
    errors: CHANGE,
    run: async (scope, { scheduleId }) => {
      await setScheduleMedia(scope, { scheduleId, media: null });
      return { mensagem: 'Arquivo Excluído' };
    },
  }),
];
