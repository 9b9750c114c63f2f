import { z } from 'zod';
import { idOrNone, lines } from '../../schemas/form.schema.ts';
import { storable } from '../../schemas/storable.schema.ts';

export const TONES = ['friendly', 'formal', 'short', 'correct'] as const;
export type Tone = (typeof TONES)[number];

export const MAX_TEXT = 8_000;
export const MAX_INSTRUCTIONS = 2_000;

const text = z
  .string('validation:required')
  .max(MAX_TEXT, 'validation:tooLong')
  .refine((content) => content.trim() !== '', 'validation:required')
  .transform(storable);

export const AssistantTask = z.discriminatedUnion('task', [
  z.object({ task: z.literal('suggestion') }),
  z.object({ task: z.literal('summary') }),
  /** Without an id: the customer's last message. */
  z.object({ task: z.literal('translation'), messageId: z.coerce.number().int().positive().optional() }),
  z.object({ task: z.literal('draft-translation'), text }),
  z.object({ task: z.literal('tone'), tone: z.enum(TONES), text }),
]);
export type AssistantTask = z.infer<typeof AssistantTask>;

/** `promptId` null: off. `audioModel` '': voice notes are not transcribed on demand. */
export const AssistantForm = z.object({
  promptId: idOrNone,
  instructions: lines(MAX_INSTRUCTIONS).transform(storable).optional(),
  audioModel: z
    .string()
    .trim()
    .max(100, 'validation:tooLong')
    .regex(/^[\w.:/@-]*$/, 'validation:invalid')
    .optional(),
});
export type AssistantForm = z.infer<typeof AssistantForm>;
