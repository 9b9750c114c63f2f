import {
  DeleteScheduleDialog,
  ScheduleDialog,
  type ScheduleValues,
  SentScheduleDialog,
} from '@views/pages/schedules/schedule-dialog.tsx';
import { SchedulesPage } from '@views/pages/schedules/schedules-page.tsx';
import { toContactChoice } from '@views/parts/contacts/contact-choice.ts';
import { ComboboxOptions } from '@views/ui/fields/combobox.tsx';
import { z } from 'zod';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused, shownId } from '@/core/http/routing/validate.ts';
import { readUpload } from '@/core/http/uploads/upload.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { listConnections } from '@/modules/connections/connections.queries.ts';
import { getContact, listContacts } from '@/modules/contacts/contacts.queries.ts';
import { searchParam } from '@/schemas/list-filter.schema.ts';
import { requireFuture } from './require-future.logic.ts';
import { canChangeSchedule } from './schedules.policy.ts';
import { getSchedule, listSchedules } from './schedules.queries.ts';
import { SCHEDULE_MEDIA, ScheduleFilter, ScheduleForm } from './schedules.schema.ts';
import { createSchedule, deleteSchedule, updateSchedule } from './schedules.service.ts';
import type { ScheduleView } from './schedules.views.ts';

const REFRESH = 'schedule';
const MOST_CHOICES = 8;
const HOUR_MS = 3_600_000;
const access = 'person';
const feature = 'useSchedules';
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

export const schedulesPages = [
  pageRoute('GET /schedules', {
    access,
    feature,
    query: ScheduleFilter,
    async show(c, { query }) {
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
    access,
    feature,
    query: NewQuery,
    show: (c, { query }) => dialog(c, null, { ...blank(c), ...query }),
  }),
  pageRoute('GET /schedules/contacts', {
    access,
    feature,
    query: z.object({ searchParam }),
    async show(c, { query }) {
      const { contacts } = await listContacts(c.var.scope, { ...query, pageNumber: 1 });
      const options = contacts.slice(0, MOST_CHOICES).map(toContactChoice);
      return fragment(c, <ComboboxOptions text={query.searchParam} options={options} />);
    },
  }),
  pageRoute('GET /schedules/:scheduleId/edit', {
    access,
    feature,
    async show(c, { scheduleId }) {
      const known = await getSchedule(c.var.scope, scheduleId);
      const isOpen = known.sentAt === null && canChangeSchedule(c.var.scope.actor, known);
      return isOpen
        ? dialog(c, known, valuesOf(c, known))
        : fragment(c, <SentScheduleDialog schedule={known} />);
    },
  }),
  pageRoute('GET /schedules/:scheduleId/delete', {
    access,
    feature,
    async show(c, { scheduleId }) {
      return fragment(c, <DeleteScheduleDialog schedule={await getSchedule(c.var.scope, scheduleId)} />);
    },
  }),
  pageRoute('POST /schedules', {
    access,
    feature,
    files: SCHEDULE_MEDIA,
    form: ScheduleForm,
    example,
    again,
    async show(c, { form: { removeMedia: _none, ...input } }) {
      requireFuture(c.var.scope, input.sendAt);
      await createSchedule(c.var.scope, { ...input, media: await readUpload(c) });
      return done(c, {
        toast: 'schedules:toast.created',
        refresh: REFRESH,
        events: { 'schedule:saved': true },
      });
    },
  }),
  pageRoute('PUT /schedules/:scheduleId', {
    access,
    feature,
    files: SCHEDULE_MEDIA,
    form: ScheduleForm,
    example,
    again,
    async show(c, { scheduleId, form: { removeMedia, ...input } }) {
      requireFuture(c.var.scope, input.sendAt);
      const media = (await readUpload(c)) ?? (removeMedia ? null : undefined);
      await updateSchedule(c.var.scope, { ...input, scheduleId, media });
      return done(c, { toast: 'schedules:toast.updated', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /schedules/:scheduleId', {
    access,
    feature,
    async show(c, { scheduleId }) {
      await deleteSchedule(c.var.scope, { scheduleId });
      return done(c, { toast: 'schedules:toast.deleted', refresh: REFRESH });
    },
  }),
];

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
  const { day, time } = zonedParts(at, c.var.kernel.config.timeZone);
  return `${day}T${time.slice(0, 5)}`;
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
    <ScheduleDialog {...{ known, values, contact, connections, errors }} />,
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
