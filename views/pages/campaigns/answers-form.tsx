import { campaignPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { TextArea } from '../../ui/fields/field.tsx';
import { SettingsPanel } from './settings-panel.tsx';

type AnswersFormProps = { values: { yes?: string; no?: string }; errors?: Record<string, string> };

export function AnswersForm({ values, errors = {} }: AnswersFormProps) {
  const t = useT();
  const content = (name: 'yes' | 'no') => (
    <TextArea
      name={name}
      label={t(`campaignSettings:answers.${name}`)}
      hint={t(`campaignSettings:answers.${name}Hint`)}
      defaultValue={values[name]}
      error={Object.entries(errors).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1]}
      maxLength={1_500}
      rows={3}
    />
  );
  return (
    <SettingsPanel
      id="campaign-answers"
      title={t('campaignSettings:answers.title')}
      text={t('campaignSettings:answers.text')}
      action={campaignPaths.answerSettings()}
    >
      {content('yes')}
      {content('no')}
    </SettingsPanel>
  );
}
