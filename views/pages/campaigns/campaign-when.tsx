import { CAMPAIGN_STARTS } from '@/modules/campaigns/form/campaign-form.schema.ts';
import { useT } from '../../i18n.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';
import { replans, type StepProps } from './campaign-step.ts';
import { Choice } from './choice.tsx';

export function WhenStep({ campaignId, values, choices, isFixed, errors = {} }: StepProps) {
  const t = useT();
  const start = CAMPAIGN_STARTS.find((one) => one === values.start) ?? 'later';
  return (
    <fieldset data-step="3" className="campaign-step" disabled={isFixed} {...replans(campaignId)}>
      <Select
        name="whatsappId"
        label={t('campaigns:connection')}
        options={[{ value: '', label: t('campaigns:defaultLine') }, ...choices.connections]}
        defaultValue={values.whatsappId}
        error={errors.whatsappId}
      />
      <Choice
        name="start"
        label={t('campaigns:when.title')}
        options={CAMPAIGN_STARTS.map((value) => ({
          ...{ value, label: t(`campaigns:when.${value}`), hint: t(`campaigns:when.${value}Hint`) },
        }))}
        value={start}
      />
      <div className="campaign-when" data-field="">
        <Field
          name="day"
          type="date"
          label={t('campaigns:day')}
          defaultValue={values.day}
          error={errors.day}
        />
        <Field
          name="time"
          label={t('campaigns:time')}
          defaultValue={values.time}
          error={errors.time}
          inputMode="numeric"
          maxLength={5}
          placeholder="--:--"
          data-time=""
        />
      </div>
    </fieldset>
  );
}
