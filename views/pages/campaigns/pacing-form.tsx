import {
  type CampaignVariable,
  DEFAULTS,
  LONG_INTERVALS,
  MAX_VARIABLE_KEY,
  MAX_VARIABLE_VALUE,
  MESSAGE_INTERVALS,
} from '@/modules/campaigns/settings/campaign-settings.schema.ts';
import { campaignPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError, Select } from '../../ui/fields/field.tsx';
import { messagesText, secondsText } from './interval-text.ts';
import { SettingsPanel } from './settings-panel.tsx';

type PacingValues = {
  messageInterval?: string | number;
  longerIntervalAfter?: string | number;
  greaterInterval?: string | number;
  variables: CampaignVariable[];
};

type PacingFormProps = { values: PacingValues; errors?: Record<string, string> };

export function PacingForm({ values, errors = {} }: PacingFormProps) {
  const t = useT();
  return (
    <SettingsPanel
      id="campaign-pacing"
      title={t('campaignSettings:pacing.title')}
      text={t('campaignSettings:pacing.text')}
      action={campaignPaths.settings()}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Select
          name="messageInterval"
          label={t('campaignSettings:pacing.messageInterval')}
          defaultValue={values.messageInterval ?? DEFAULTS.messageInterval}
          options={MESSAGE_INTERVALS.map((n) => ({ value: n, label: secondsText(t, n) }))}
          error={errors.messageInterval}
        />
        <Select
          name="longerIntervalAfter"
          label={t('campaignSettings:pacing.longerIntervalAfter')}
          defaultValue={values.longerIntervalAfter ?? DEFAULTS.longerIntervalAfter}
          options={LONG_INTERVALS.map((n) => ({ value: n, label: messagesText(t, n) }))}
          error={errors.longerIntervalAfter}
        />
        <Select
          name="greaterInterval"
          label={t('campaignSettings:pacing.greaterInterval')}
          defaultValue={values.greaterInterval ?? DEFAULTS.greaterInterval}
          options={LONG_INTERVALS.map((n) => ({ value: n, label: secondsText(t, n) }))}
          error={errors.greaterInterval}
        />
      </div>
      <fieldset className="field">
        <legend className="field-label mb-1">{t('campaignSettings:variables.title')}</legend>
        <p className="field-hint mb-2">
          {t('campaignSettings:variables.text', {
            key: '{{cupom}}',
            known: '{{nome}}, {{email}}, {{numero}}',
          })
            .split(' ')
            .flatMap((word) => [word.startsWith('{{') ? <code key={word}>{word}</code> : word, ' '])}
        </p>
        <div id="campaign-variables" className="flex flex-col gap-2">
          {values.variables.map((variable, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and are drawn once
            <VariableLine key={index} variable={variable} />
          ))}
        </div>
        <FieldError id="field-variables" text={errors.variables} />
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            variant="ghost"
            icon="plus"
            hx-get={campaignPaths.newVariable()}
            hx-target="#campaign-variables"
            hx-swap="beforeend"
          >
            {t('campaignSettings:variables.add')}
          </Button>
          <span className="field-hint">{t('campaignSettings:variables.hint')}</span>
        </div>
      </fieldset>
    </SettingsPanel>
  );
}

type VariableLineProps = { variable?: CampaignVariable };

export function VariableLine({ variable = { key: '', value: '' } }: VariableLineProps) {
  const t = useT();
  const inputClass = 'input min-w-0';
  return (
    <div className="flex gap-2">
      <input
        name="variableKey"
        className={`${inputClass} basis-2/5`}
        defaultValue={variable.key}
        aria-label={t('campaignSettings:variables.key')}
        placeholder={t('campaignSettings:variables.key')}
        maxLength={MAX_VARIABLE_KEY}
      />
      <input
        name="variableValue"
        className={`${inputClass} basis-3/5`}
        defaultValue={variable.value}
        aria-label={t('campaignSettings:variables.value')}
        placeholder={t('campaignSettings:variables.value')}
        maxLength={MAX_VARIABLE_VALUE}
      />
    </div>
  );
}
