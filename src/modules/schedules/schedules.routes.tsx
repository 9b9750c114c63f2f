import {
  DeleteScheduleDialog,
  ScheduleDialog,
  type SchedulePreset,
  type ScheduleValues,
  SentScheduleDialog,
} from '@views/pages/schedules/schedule-dialog.tsx';
import { SchedulesPage } from '@views/pages/schedules/schedules-page.tsx';
import { toContactChoice } from '@views/parts/contacts/contact-choice.ts';
import { ComboboxOptions } from '@views/ui/fields/combobox.tsx';
import { z } from 'zod';
import type { ErrorCode } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused, shownId } from '@/core/http/routing/validate.ts';
import { readUpload, requireUpload } from '@/core/http/uploads/upload.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { listConnections } from '@/modules/connections/connections.queries.ts';
import { getContact, listContactsUncounted } from '@/modules/contacts/contacts.queries.ts';
import { snoozeTimes } from '@/modules/tickets/work/snooze-times.logic.ts';
import { searchParam } from '@/schemas/list-filter.schema.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { canChangeSchedule } from './schedules.policy.ts';
import { getSchedule, listEntries, listSchedules } from './schedules.queries.ts';
import {
  CalendarFilter,
  SCHEDULE_MEDIA,
  ScheduleFilter,
  ScheduleForm,
  ScheduleInput,
  SchedulePatch,
} from './schedules.schema.ts';
import { createSchedule, deleteSchedule, setScheduleMedia, updateSchedule } from './schedules.service.ts';
import { CalendarPage, Schedule, SchedulePage, type ScheduleView } from './schedules.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    scheduleId: number;
  }
}

const common = { access: 'person', feature: 'useSchedules' } as const;
const REFRESH = 'schedule';
const MAX_CHOICES = 8;
const HOUR_MS = 3_600_000;
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

const NewQuery = z.object({
  contactId: z.coerce.number().int().positive().optional().catch(undefined),
  /** `YYYY-MM-DDTHH:mm`: the clicked calendar position. */
  at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    .optional()
    .catch(undefined),
  whatsappId: z.coerce.string().max(12).optional().catch(undefined),
});
const example = ({ contactId }: { contactId: number }) => ({
  body: { body: 'Até amanhã', contactId: String(contactId), sendAt: '2026-03-11T09:00' },
});

export const scheduleRoutes = routes([
  endpoint('GET /schedules', {
    ...common,
    summary:
      'A page of scheduled messages, the newest first: of agents their own, and those to contacts whose conversation they see',
    query: ScheduleFilter,
    reply: SchedulePage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listSchedules(scope, query),
  }),
  endpoint('GET /schedules/calendar', {
    ...common,
    summary: 'Scheduled messages between two moments, sent or not, in the order of time',
    query: CalendarFilter,
    reply: CalendarPage,
    example: () => ({ query: { from: '2026-03-01T03:00:00Z', to: '2026-04-05T03:00:00Z' } }),
    run: (scope, { query }) => listEntries(scope, query),
  }),
  endpoint('GET /schedules/:scheduleId', {
    ...common,
    summary: 'One scheduled message',
    reply: Schedule,
    errors: ['ERR_NO_SCHEDULE_FOUND'],
    run: (scope, { scheduleId }) => getSchedule(scope, scheduleId),
  }),
  pageRoute('GET /schedules', {
    ...common,
    query: ScheduleFilter,
    async answer(c, { query }) {
      const { scope } = c.var;
      const { contactId = null, ...filter } = query;
      const page = await listSchedules(scope, filter);
      const changeable = page.schedules.filter((one) => canChangeSchedule(scope.actor, one));
      const canChange = changeable.map(({ id }) => id);
      const props = { page, searchParam: query.searchParam, canChange, contactId };
      const head = { title: 'schedules:title', active: 'schedules' };
      return listPage(c, head, (shows) => <SchedulesPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /schedules/new', {
    ...common,
    query: NewQuery,
    answer: (c, { query }) => dialog(c, null, { ...blank(c), ...query }),
  }),
  pageRoute('GET /schedules/contacts', {
    ...common,
    query: z.object({ searchParam }),
    async answer(c, { query }) {
      const { contacts } = await listContactsUncounted(c.var.scope, { ...query, pageNumber: 1 });
      const options = contacts.slice(0, MAX_CHOICES).map(toContactChoice);
      return fragment(c, <ComboboxOptions text={query.searchParam} options={options} />);
    },
  }),
  pageRoute('GET /schedules/:scheduleId/edit', {
    ...common,
    async answer(c, { scheduleId }) {
      const known = await getSchedule(c.var.scope, scheduleId);
      const isOpen = known.sentAt === null && canChangeSchedule(c.var.scope.actor, known);
      return isOpen
        ? dialog(c, known, valuesOf(c, known))
        : fragment(c, <SentScheduleDialog schedule={known} />);
    },
  }),
  pageRoute('GET /schedules/:scheduleId/delete', {
    ...common,
    async answer(c, { scheduleId }) {
      return fragment(c, <DeleteScheduleDialog schedule={await getSchedule(c.var.scope, scheduleId)} />);
    },
  }),
  endpoint('POST /schedules', {
    ...common,
    summary:
      'Schedules a message to a contact; `sendAt` is `YYYY-MM-DD HH:mm:ss` or `YYYY-MM-DDTHH:mm` in the company’s time zone. The same `clientId` posted again stores nothing',
    body: ScheduleInput,
    reply: Schedule,
    errors: ['ERR_LIMIT_REACHED', ...PARTIES],
    example: ({ contactId }) => ({
      body: { body: 'Seu pedido chega hoje', contactId, sendAt: '2026-03-11 09:00:00' },
    }),
    run: (scope, { body }) => createSchedule(scope, body),
  }),
  pageRoute('POST /schedules', {
    ...common,
    files: SCHEDULE_MEDIA,
    form: ScheduleForm,
    example,
    onInvalid: again,
    async answer(c, { form: { removeMedia: _none, ...input } }) {
      await createSchedule(c.var.scope, { ...input, media: await readUpload(c) });
      return done(c, {
        toast: 'schedules:toast.created',
        refresh: REFRESH,
        events: { 'schedule:saved': true },
      });
    },
  }),
  endpoint('PUT /schedules/:scheduleId', {
    ...common,
    summary:
      'Changes a scheduled message that was not sent: for its author, supervisors and administrators; it is sent at its time again',
    body: SchedulePatch,
    reply: Schedule,
    errors: [...CHANGE, ...PARTIES],
    example: () => ({ body: { body: 'Seu pedido chega amanhã', sendAt: '2026-03-12T09:00' } }),
    run: (scope, { scheduleId, body }) => updateSchedule(scope, { ...body, scheduleId }),
  }),
  pageRoute('PUT /schedules/:scheduleId', {
    ...common,
    files: SCHEDULE_MEDIA,
    form: ScheduleForm,
    example,
    onInvalid: again,
    async answer(c, { scheduleId, form: { removeMedia, clientId: _none, ...input } }) {
      const media = (await readUpload(c)) ?? (removeMedia ? null : undefined);
      await updateSchedule(c.var.scope, { ...input, scheduleId, media });
      return done(c, { toast: 'schedules:toast.updated', refresh: REFRESH });
    },
  }),
  operation('DELETE /schedules/:scheduleId', {
    ...common,
    summary: 'Deletes a scheduled message and its repetitions; what was sent stays in the conversation',
    output: MessageReply,
    errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_NO_PERMISSION'],
    async run(scope, input) {
      await deleteSchedule(scope, input);
      return { message: 'Schedule deleted' };
    },
    form: { done: { toast: 'schedules:toast.deleted', refresh: REFRESH } },
  }),
  endpoint('POST /schedules/:scheduleId/media-upload', {
    ...common,
    summary: 'Sets or replaces the picture of a scheduled message',
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
    ...common,
    summary: 'Removes the picture of a scheduled message',
    reply: Done,
    errors: CHANGE,
    run: async (scope, { scheduleId }) => {
      await setScheduleMedia(scope, { scheduleId, media: null });
      return { mensagem: 'Arquivo Excluído' };
    },
  }),
]);

/** Spec part 2 §5: one hour from now. */
function blank(c: Ctx): ScheduleValues {
  const at = wallTime(c, new Date(c.var.scope.now().getTime() + HOUR_MS));
  return { body: '', at, contactId: undefined, whatsappId: '', repeats: 'never', opensTicket: false };
}

function valuesOf(c: Ctx, known: ScheduleView): ScheduleValues {
  const { body, contactId, whatsappId, repeats, opensTicket } = known;
  const at = wallTime(c, new Date(known.sendAt));
  return { body, contactId, at, whatsappId: String(whatsappId ?? ''), repeats, opensTicket };
}

function wallTime(c: Ctx, at: Date): string {
  const { day, time } = zonedParts(at, c.var.scope.timeZone);
  return `${day}T${time.slice(0, 5)}`;
}

function presetsOf(c: Ctx): SchedulePreset[] {
  const { hour, tomorrow, monday } = snoozeTimes(c.var.scope.now(), c.var.scope.timeZone);
  const presets: SchedulePreset[] = [
    { key: 'hour', at: wallTime(c, hour) },
    { key: 'tomorrow', at: wallTime(c, tomorrow) },
  ];
  if (monday > tomorrow) presets.push({ key: 'monday', at: wallTime(c, monday) });
  return presets;
}

async function dialog(
  c: Ctx,
  known: ScheduleView | null,
  values: ScheduleValues,
  errors?: Record<string, string>,
): Promise<Response> {
  const { scope } = c.var;
  const connections = (await listConnections(scope)).map(({ id, name }) => ({ id, name }));
  const contact = values.contactId
    ? await getContact(scope, values.contactId)
        .then(toContactChoice)
        .catch(() => null)
    : null;
  return fragment(
    c,
    <ScheduleDialog {...{ known, values, contact, connections, errors, presets: presetsOf(c) }} />,
    errors ? 422 : 200,
  );
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const isKnown = c.req.param('scheduleId') !== undefined;
  const known = isKnown ? await getSchedule(c.var.scope, idParam(c, 'scheduleId')) : null;
  const { body = '', sendAt: at = '', whatsappId = '', repeats = 'never', opensTicket } = values;
  const shown = { body, at, whatsappId, repeats, opensTicket: opensTicket === 'true' };
  return dialog(c, known, { ...shown, contactId: shownId(values.contactId) }, errors);
}
