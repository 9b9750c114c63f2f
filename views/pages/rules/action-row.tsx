import { ACTIONS } from '@/modules/rules/rules.schema.ts';
import { useT } from '../../i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Field, Select, TextArea } from '../../ui/fields/field.tsx';
import { type RuleChoices, type RuleValues, redraws, withNone } from './rule-fields.ts';

type ActionRowProps = {
  index: number;
  action: RuleValues['actions'][number];
  choices: RuleChoices;
  error?: string;
};

/** Each row sends one `do` and one `value`, so that their order pairs them. */
export function ActionRow({ index, action, choices, error }: ActionRowProps) {
  const t = useT();
  const number = index + 1;
  return (
    <li className="flex items-start gap-2 rounded-box border border-base-300 p-3">
      <div className="grid min-w-0 grow gap-3 min-[480px]:grid-cols-2">
        <Select
          name="do"
          id={`rule-do-${index}`}
          label={t('rules:form.action', { number })}
          options={ACTIONS.map((value) => ({ value, label: t(`rules:form.thens.${value}`) }))}
          defaultValue={action.do}
          hx-trigger="change"
          {...redraws({ changed: index })}
        />
        <ActionValue {...{ index, action, choices, error }} />
      </div>
      <IconButton
        id={`rule-remove-${index}`}
        icon="x"
        label={t('rules:form.removeAction', { number })}
        className="-mt-1 -mr-1"
        {...redraws({ remove: index })}
      />
    </li>
  );
}

function ActionValue({ index, action, choices, error }: ActionRowProps) {
  const t = useT();
  const field = { name: 'value', id: `rule-value-${index}`, defaultValue: action.value, error };
  const kind = (ACTIONS as readonly string[]).includes(action.do) ? action.do : ACTIONS[0];
  switch (kind as (typeof ACTIONS)[number]) {
    case 'note':
      return <TextArea {...field} label={t('rules:form.note')} rows={2} maxLength={2000} required />;
    case 'snooze':
      return <Field {...field} label={t('rules:form.snooze')} inputMode="numeric" maxLength={5} required />;
    default: {
      const list = choices[kind as keyof RuleChoices];
      const hint = kind === 'quickMessage' ? t('rules:form.quickMessageHint') : undefined;
      const options = withNone(t('rules:form.choose'), list, action.value, t);
      return (
        <Select {...field} label={t(`rules:form.what.${kind}`)} hint={hint} options={options} required />
      );
    }
  }
}
