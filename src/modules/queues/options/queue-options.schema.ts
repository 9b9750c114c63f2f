import { z } from 'zod';
import { idOrNone } from '../../../schemas/form.schema.ts';
import { text } from '../queues.schema.ts';
import { MAX_OPTION_TITLE } from './option-limits.schema.ts';

export const MAX_OPTIONS = 500;

/** The bot's commands: up, and restart. */
const RESERVED = ['0', '#'];

/** Existing clients send the position as a number. */
const option = z
  .preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.coerce
      .string()
      .trim()
      .min(1, 'validation:required')
      .max(10, 'validation:tooLong')
      .refine((typed) => !RESERVED.includes(typed), 'queues:errors.reserved')
      .optional(),
  )
  .optional();

/** -1, null and undefined mean the first level. */
const parentId = z.preprocess((value) => (Number(value) === -1 ? null : value), idOrNone).optional();

export const QueueOptionInput = z.object({
  queueId: z.coerce.number('validation:required').int().positive(),
  parentId,
  title: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .max(MAX_OPTION_TITLE, 'validation:tooLong'),
  option,
  message: text,
});
export type QueueOptionInput = z.infer<typeof QueueOptionInput>;

export const QueueOptionPatch = QueueOptionInput.omit({ queueId: true, parentId: true }).partial();
export type QueueOptionPatch = z.infer<typeof QueueOptionPatch>;

const idFilter = z.coerce.number().int().optional();

export const QueueOptionFilter = z.object({ queueId: idFilter, parentId: idFilter });
export type QueueOptionFilter = z.infer<typeof QueueOptionFilter>;
