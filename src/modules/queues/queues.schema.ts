import { z } from 'zod';
import { amount, idOrNone, lines, yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import type { ServiceHours } from '../../schemas/reply-fields.schema.ts';
import { checkHours, HoursInput, hoursFields, hoursOf } from '../../schemas/service-hours.schema.ts';
import { refuseUnknown } from '../messages/write/refuse-unknown-variables.schema.ts';

export const QUEUES_PER_PAGE = 40;
export const MAX_QUEUE_NAME = 50;
export const ASSIGNMENTS = ['off', 'roundRobin'] as const;
export const Assignment = z.enum(ASSIGNMENTS, 'validation:invalid');
export const QUEUE_MEDIA = { field: 'file', maxBytes: 64 * 1024 * 1024, maxFiles: 1 };

/** Existing clients send '' until a colour is chosen. */
const DEFAULT_QUEUE_COLOR = '#A4CCCC';

const MAX_TEXT = 4096;
export const text = z.preprocess((value) => value ?? undefined, lines(MAX_TEXT).optional());

const orderQueue = z.preprocess(
  (value) => (value === '' ? null : value),
  z.coerce
    .number('validation:invalid')
    .int('validation:invalid')
    .min(0, 'validation:invalid')
    .max(1e6, 'validation:invalid')
    .nullable()
    .optional(),
);

/** Spec part 1 §5: a name of 2 to 50 characters, a CSS colour of 3 to 9. */
export const QueueInput = z.object({
  name: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .min(2, 'validation:tooShort')
    .max(MAX_QUEUE_NAME, 'validation:tooLong'),
  color: z
    .string('validation:required')
    .trim()
    .regex(/^(#[0-9a-f]{3,8}|[a-z]{3,9})?$/i, 'validation:invalid')
    .transform((color) => color || DEFAULT_QUEUE_COLOR),
  greetingMessage: text,
  outOfHoursMessage: text,
  orderQueue: orderQueue.optional(),
  schedules: HoursInput.optional(),
  integrationId: idOrNone,
  promptId: idOrNone,
  assignment: Assignment.optional(),
  assignmentLimit: amount,
  isSticky: yesOrNo,
  sendsInvoices: yesOrNo,
});
type Hours = { schedules?: z.infer<typeof ServiceHours>[] | undefined };
export type QueueInput = Omit<z.infer<typeof QueueInput>, 'schedules'> & Hours;

export const QueuePatch = QueueInput.partial();
export type QueuePatch = Partial<QueueInput>;

export const QueueForm = QueueInput.omit({ schedules: true })
  .extend({ removeMedia: yesOrNo, ...hoursFields })
  .superRefine(checkHours)
  .superRefine(refuseUnknown(['greetingMessage', 'outOfHoursMessage']));
type QueueForm = z.infer<typeof QueueForm>;

/** A form without hours leaves them unchanged. */
export function readQueueForm({ removeMedia: _file, ...form }: QueueForm): QueueInput {
  const fields = Object.keys(hoursFields);
  const input = Object.fromEntries(Object.entries(form).filter(([name]) => !fields.includes(name)));
  return { ...(input as Omit<QueueInput, 'schedules'>), schedules: hoursOf(form) };
}

export const QueueFilter = z.object(listFilter);
export type QueueFilter = z.infer<typeof QueueFilter>;

export const PositionInput = z.object({ beforeId: z.number().int().positive().nullable() });
