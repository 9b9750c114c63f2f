import { MAX_NAME } from '@/modules/rules/rules.schema.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { RuleSentence, type RuleSentenceProps } from './rule-sentence.tsx';

export type RuleDialogProps = RuleSentenceProps & {
  ruleId: number | null;
};

export function RuleDialog({ ruleId, values, choices, errors = {} }: RuleDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="rule-dialog"
      title={t(ruleId === null ? 'rules:addTitle' : 'rules:editTitle')}
      action={ruleId === null ? paths.rules() : paths.rule(ruleId)}
      method={ruleId === null ? 'post' : 'put'}
      size="lg"
      error={errors.form}
      values={values}
      errors={errors}
    >
      <Field name="name" label={t('rules:name')} maxLength={MAX_NAME} autoFocus required />
      <RuleSentence values={values} choices={choices} errors={errors} />
      <Switch name="isActive" label={t('rules:active')} hint={t('rules:activeHint')} />
    </DialogForm>
  );
}
