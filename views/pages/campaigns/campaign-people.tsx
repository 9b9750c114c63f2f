import { MAX_CAMPAIGN_NAME } from '@/modules/campaigns/campaigns.schema.ts';
import { CAMPAIGN_SOURCES } from '@/modules/campaigns/form/campaign-form.schema.ts';
import { useT } from '../../i18n.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';
import { replans, type StepProps } from './campaign-step.ts';
import { Choice } from './choice.tsx';

export function PeopleStep({ campaignId, may, values, choices, isFixed, errors = {} }: StepProps) {
  const t = useT();
  const source = values.source === 'tag' ? 'tag' : 'list';
  const none = { value: '', label: t('campaigns:none') };
  return (
    <div data-step="1" className="campaign-step">
      <Field
        name="name"
        label={t('campaigns:name')}
        defaultValue={values.name}
        error={errors.name}
        maxLength={MAX_CAMPAIGN_NAME}
        readOnly={may === 'nothing'}
        autoFocus
        required
      />
      <fieldset className="campaign-step" disabled={isFixed} {...replans(campaignId)}>
        <Choice
          name="source"
          label={t('campaigns:recipients')}
          options={CAMPAIGN_SOURCES.map((value) => ({ value, label: t(`campaigns:source.${value}`) }))}
          value={source}
        />
        <div data-source="list">
          <Select
            name="contactListId"
            label={t('campaigns:contactList')}
            hint={t('campaigns:recipientsHint')}
            options={[none, ...choices.contactLists]}
            defaultValue={values.contactListId}
            error={errors.contactListId}
          />
        </div>
        <div data-source="tag">
          <Select
            name="tagListId"
            label={t('campaigns:tags')}
            hint={t('campaigns:tagHint')}
            options={[none, ...choices.tags]}
            defaultValue={values.tagListId}
            error={errors.tagListId}
          />
        </div>
      </fieldset>
    </div>
  );
}
