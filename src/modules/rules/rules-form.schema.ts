import { z } from 'zod';
import { yesOrNo } from '../../schemas/form.schema.ts';
import { HAPPENINGS, MAX_ACTIONS, RuleInput } from './rules.schema.ts';

const text = z.string().max(3_000).default('');
const texts = z.preprocess(
  (value) => (value === undefined ? [] : [value].flat()),
  z.array(z.string().max(3_000)).max(MAX_ACTIONS),
);

export const RuleDraft = z.object({
  name: text,
  isActive: yesOrNo,
  when: z.enum(HAPPENINGS).catch('opened'),
  words: text,
  tagId: text,
  minutes: text,
  connectionId: text,
  queueId: text,
  do: texts,
  value: texts,
});
export type RuleDraft = z.infer<typeof RuleDraft>;

export const RuleForm = RuleDraft.transform((draft, context): RuleInput => {
  const parsed = RuleInput.safeParse(inputOf(draft));
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});

export const RuleDraftChange = z.object({
  add: z.string().optional(),
  remove: z.coerce.number().int().min(0).optional(),
  /** Index of the action whose kind changed: its value is reset. */
  changed: z.coerce.number().int().min(0).optional(),
});
export type RuleDraftChange = z.infer<typeof RuleDraftChange>;

function inputOf({
  name,
  isActive,
  when,
  words,
  tagId,
  minutes,
  connectionId,
  queueId,
  ...draft
}: RuleDraft) {
  return {
    name,
    isActive,
    happening: { type: when, words: termsIn(words), tagId, minutes, connectionId, queueId },
    actions: draft.do.map((type, index) => actionOf(type, draft.value[index] ?? '')),
  };
}

function termsIn(words: string): string[] {
  return words
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function actionOf(type: string, value: string) {
  return {
    type,
    queueId: value,
    userId: value,
    tagId: value,
    quickMessageId: value,
    note: value,
    minutes: value,
  };
}
