import { useT } from '../../i18n.tsx';
import { Field, TextArea } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import type { IntegrationFieldsProps } from './integration-dialog.tsx';

export function TypebotFields({ values, errors }: IntegrationFieldsProps) {
  const t = useT();
  const field = (name: string) => ({
    name,
    label: t(`queueIntegrations:${name}`),
    hint: t(`queueIntegrations:${name}Hint`),
    error: errors[name],
  });
  const number = (name: string) => ({ ...field(name), value: values[name] ?? '' });
  const text = (name: string) => ({ ...field(name), defaultValue: values[name], maxLength: 200 });
  return (
    <>
      <Field {...text('typebotSlug')} required />
      <div className="integration-pair">
        <NumberField {...number('typebotExpires')} unit={t('queueIntegrations:minutes')} />
        <NumberField {...number('typebotDelayMessage')} unit="ms" />
      </div>
      <div className="integration-pair">
        <Field {...text('typebotKeywordFinish')} />
        <Field {...text('typebotKeywordRestart')} />
      </div>
      <TextArea {...text('typebotRestartMessage')} maxLength={4_096} rows={2} />
      <TextArea {...text('typebotUnknownMessage')} maxLength={4_096} rows={2} />
    </>
  );
}

export function HookFields({ values, errors }: IntegrationFieldsProps) {
  const t = useT();
  const isSaved = !values.signingSecret?.startsWith('whsec_');
  return (
    <>
      <Switch
        name="isSigned"
        label={t('queueIntegrations:isSigned')}
        hint={t('queueIntegrations:isSignedHint')}
        defaultChecked={values.isSigned === 'true'}
      />
      <div className="integration-signed">
        <Field
          name="signingSecret"
          data-secret=""
          label={t('queueIntegrations:signingSecret')}
          hint={t(isSaved ? 'queueIntegrations:stored' : 'queueIntegrations:signingSecretHint')}
          placeholder={isSaved ? values.signingSecret : undefined}
          defaultValue={isSaved ? '' : values.signingSecret}
          error={errors.signingSecret}
          maxLength={120}
          spellCheck={false}
          hx-morph-skip=""
        />
      </div>
    </>
  );
}
