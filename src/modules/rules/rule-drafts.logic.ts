import type { RuleValues } from '@views/pages/rules/rule-fields.ts';
import { never } from '@/core/errors.ts';
import { ACTIONS, MAX_ACTIONS } from './rules.schema.ts';
import type { ActionView, RuleView } from './rules.views.ts';
import type { RuleDraft, RuleDraftChange } from './rules-form.schema.ts';

const NEW_ACTION = { do: ACTIONS[0], value: '' };

export const BLANK: RuleValues = {
  name: '',
  isActive: true,
  when: 'opened',
  words: '',
  tagId: '',
  minutes: '10',
  connectionId: '',
  queueId: '',
  actions: [NEW_ACTION],
};

export function draftOf({ name, isActive, happening, actions }: RuleView): RuleValues {
  return {
    ...BLANK,
    name,
    isActive,
    when: happening.type,
    connectionId: String(happening.connectionId ?? ''),
    queueId: String(happening.queueId ?? ''),
    ...(happening.type === 'words' && { words: happening.words.join(', ') }),
    ...(happening.type === 'tag' && { tagId: String(happening.tagId) }),
    ...(happening.type === 'waiting' && { minutes: String(happening.minutes) }),
    actions: actions.map((action) => ({ do: action.type, value: String(typedOf(action)) })),
  };
}

function typedOf(action: ActionView): string | number {
  switch (action.type) {
    case 'queue':
      return action.queueId;
    case 'person':
      return action.userId;
    case 'tag':
      return action.tagId;
    case 'quickMessage':
      return action.quickMessageId;
    case 'note':
      return action.note;
    case 'snooze':
      return action.minutes;
    default:
      return never(action);
  }
}

export function draftAfter(draft: RuleDraft, { add, remove, changed }: RuleDraftChange): RuleValues {
  const { do: kinds, value, isActive = false, minutes, ...rest } = draft;
  const typed = kinds.map((kind, index) => ({
    do: kind,
    value: index === changed ? '' : (value[index] ?? ''),
  }));
  const left = typed.filter((_action, index) => index !== remove);
  const actions = add === undefined ? left : [...left, NEW_ACTION].slice(0, MAX_ACTIONS);
  return { ...rest, isActive, minutes: minutes || BLANK.minutes, actions };
}
