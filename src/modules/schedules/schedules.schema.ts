import { z } from 'zod';
import { clientId, idOrNone, lines, yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { MAX_MEDIA_BYTES } from '../messages/message-limits.schema.ts';
import { refuseUnknown } from '../messages/write/refuse-unknown-variables.schema.ts';

/** `AGENDADA`: handed to the outbox. */
export const SCHEDULE_STATUSES = ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] as const;

export const REPEATS = ['never', 'weekly', 'monthly'] as const;
export type Repeats = (typeof REPEATS)[number];

export const SCHEDULES_PER_PAGE = 20;
export const MAX_ENTRIES = 1000;
const MAX_BODY = 4096;
export const SCHEDULE_MEDIA = { field: 'file', maxBytes: MAX_MEDIA_BYTES, maxFiles: 1 };

/** Spec part 2 §7: in the company's time zone, unless it names another. */
export const WRITTEN_MOMENT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?$/;

const written = z
  .string('validation:required')
  .trim()
  .min(1, 'validation:required')
  .regex(WRITTEN_MOMENT, 'common:validation.date');

const contactId = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce
    .number('validation:required')
    .int('validation:required')
    .positive('validation:required')
    .max(1e9, 'validation:required'),
);

const body = lines(MAX_BODY).pipe(
  z.string().trim().min(1, 'validation:required').min(5, 'schedules:bodyTooShort'),
);

export const ScheduleInput = z.object({
  body: z.string('validation:required').pipe(body),
  contactId,
  sendAt: written,
  whatsappId: idOrNone,
  repeats: z.enum(REPEATS, 'validation:invalid').optional(),
  opensTicket: yesOrNo,
  clientId,
});
export type ScheduleInput = z.infer<typeof ScheduleInput>;

export const SchedulePatch = ScheduleInput.omit({ clientId: true }).partial();
export type SchedulePatch = z.infer<typeof SchedulePatch>;

export const ScheduleForm = ScheduleInput.extend({ removeMedia: yesOrNo }).superRefine(
  refuseUnknown(['body']),
);

export const ScheduleFilter = z.object({
  ...listFilter,
  contactId: idOrNone.catch(undefined),
  userId: idOrNone.catch(undefined),
});
export type ScheduleFilter = z.infer<typeof ScheduleFilter>;

const DAY_MS = 86_400_000;

export const CalendarFilter = z
  .object({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 100 * DAY_MS, {
    error: 'validation:invalid',
    path: ['to'],
  });
export type CalendarFilter = z.infer<typeof CalendarFilter>;
