import { MAX_OPT_OUT_REPLY } from '@/modules/campaigns/settings/campaign-settings.schema.ts';
import { campaignPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextWithVariables } from '../../ui/fields/text-with-variables.tsx';
import { SettingsPanel } from './settings-panel.tsx';

type OptOutFormProps = {
  values: { keywords?: string; reply?: string };
  errors?: Record<string, string>;
};

export function OptOutForm({ values, errors = {} }: OptOutFormProps) {
  const t = useT();
  return (
    <SettingsPanel
      id="campaign-opt-out"
      title={t('campaignSettings:optOut.title')}
      text={t('campaignSettings:optOut.text')}
      action={campaignPaths.optOutSettings()}
    >
      <Field
        name="keywords"
        label={t('campaignSettings:optOut.keywords')}
        hint={t('campaignSettings:optOut.keywordsHint')}
        defaultValue={values.keywords}
        error={errors.keywords ?? firstOf(errors, 'keywords.')}
        maxLength={400}
      />
      <TextWithVariables
        name="reply"
        label={t('campaignSettings:optOut.reply')}
        hint={t('campaignSettings:optOut.replyHint')}
        {...(values.reply !== undefined && { value: values.reply })}
        {...(errors.reply !== undefined && { error: errors.reply })}
        maxLength={MAX_OPT_OUT_REPLY}
      />
    </SettingsPanel>
  );
}

function firstOf(errors: Record<string, string>, prefix: string): string | undefined {
  return Object.entries(errors).find(([name]) => name.startsWith(prefix))?.[1];
}
