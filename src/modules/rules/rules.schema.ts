import { z } from 'zod';
import { idOrNone, lines, yesOrNo } from '../../schemas/form.schema.ts';

export const MAX_RULES = 50;
export const MAX_ACTIONS = 5;
const MAX_TEXT = 20;
const MAX_WORD = 60;
export const MAX_NAME = 60;
const MAX_MINUTES = 30 * 24 * 60;
const MAX_NOTE = 2_000;

const reference = z.coerce
  .number('validation:required')
  .int('validation:invalid')
  .positive('validation:required')
  .max(1e9, 'validation:invalid');

const minutes = z.coerce
  .number('validation:invalid')
  .int('validation:invalid')
  .min(1, 'rules:errors.minutes')
  .max(MAX_MINUTES, 'rules:errors.minutes');

const word = z
  .string('validation:required')
  .trim()
  .max(MAX_WORD, 'rules:errors.longWord')
  .regex(/[\p{L}\p{N}]/u, 'rules:errors.noWord');

/** Null matches any. */
const narrowing = {
  connectionId: idOrNone.transform((id) => id ?? null),
  queueId: idOrNone.transform((id) => id ?? null),
};

export const Happening = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), ...narrowing }),
  z.object({
    type: z.literal('words'),
    words: z.array(word).min(1, 'validation:required').max(MAX_TEXT, 'rules:errors.manyWords'),
    ...narrowing,
  }),
  z.object({ type: z.literal('tag'), tagId: reference, ...narrowing }),
  z.object({ type: z.literal('waiting'), minutes, ...narrowing }),
]);
export type Happening = z.infer<typeof Happening>;
export const HAPPENINGS = ['opened', 'words', 'tag', 'waiting'] as const satisfies Happening['type'][];

export const Action = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queue'), queueId: reference }),
  z.object({ type: z.literal('person'), userId: reference }),
  z.object({ type: z.literal('tag'), tagId: reference }),
  z.object({ type: z.literal('quickMessage'), quickMessageId: reference }),
  z.object({
    type: z.literal('note'),
    note: lines(MAX_NOTE).pipe(z.string().trim().min(2, 'validation:required')),
  }),
  z.object({ type: z.literal('snooze'), minutes }),
]);
export type Action = z.infer<typeof Action>;
export const ACTIONS = [
  'queue',
  'person',
  'tag',
  'quickMessage',
  'note',
  'snooze',
] as const satisfies Action['type'][];

export const RuleInput = z.object({
  name: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .max(MAX_NAME, 'validation:tooLong'),
  isActive: yesOrNo,
  happening: Happening,
  actions: z.array(Action).min(1, 'rules:errors.noAction').max(MAX_ACTIONS, 'rules:errors.manyActions'),
});
export type RuleInput = z.infer<typeof RuleInput>;

export const RuleChange = RuleInput.partial();
export type RuleChange = z.infer<typeof RuleChange>;

export const RuleMove = z.object({ to: z.enum(['up', 'down']) });
export type RuleMove = z.infer<typeof RuleMove>;
