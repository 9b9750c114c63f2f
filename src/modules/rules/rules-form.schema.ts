import { z } from 'zod';
import { yesOrNo } from '../../form.schema.ts';
import { HAPPENINGS, MAX_ACTIONS, RuleInput } from './rules.schema.ts';

const text = z.string().max(3_000).default('');
/** One text, or several under the same name. */
const texts = z.preprocess(
  (value) => (value === undefined ? [] : [value].flat()),
  z.array(z.string().max(3_000)).max(MAX_ACTIONS),
);

/** The dialog as it stands: every action is a `do` and a `value`, whose meaning `do` decides. */
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

/** What is asked of the server while one fills it in. */
export const RuleDraftChange = z.object({
  add: z.string().optional(),
  remove: z.coerce.number().int().min(0).optional(),
  /** An action that is now another: what it was about is asked anew. */
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
    happening: { type: when, words: wordsIn(words), tagId, minutes, connectionId, queueId },
    actions: draft.do.map((type, index) => actionOf(type, draft.value[index] ?? '')),
  };
}

function wordsIn(words: string): string[] {
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
