import { MAX_CAMPAIGN_TEXT } from '@/modules/campaigns/campaigns.schema.ts';
import { campaignPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextArea } from '../../ui/fields/field.tsx';

type OwnVariables = { key: string; value: string }[];

type CampaignTextProps = {
  number: number;
  message: string;
  question: string;
  errors: Record<string, string>;
  variables: OwnVariables;
};

export function CampaignText({ number, message, question, errors, variables }: CampaignTextProps) {
  const t = useT();
  const text = (name: string, value: string) => (
    <TextWithChips
      name={`${name}${number}`}
      label={t(`campaigns:${name}`, { number })}
      value={value}
      error={errors[`${name}${number}`]}
      variables={variables}
    />
  );
  return (
    <>
      <div className="campaign-question" data-optional="">
        {text('confirmationMessage', question)}
      </div>
      {text('message', message)}
      <TryIt number={number} />
    </>
  );
}

type TextWithChipsProps = {
  name: string;
  label: string;
  value: string;
  error?: string;
  variables: OwnVariables;
};

/** The names of all other texts, and those that only a list's contact has. A campaign has no protocol. */
const OFFERED = {
  firstName: 'variables:firstName',
  name: 'variables:name',
  email: 'campaigns:variables.email',
  number: 'campaigns:variables.numero',
  ms: 'variables:ms',
  date: 'variables:date',
  hora: 'variables:hora',
};

/** islands/forms/variables.ts inserts the variable of a chip. */
function TextWithChips({ variables, value, ...field }: TextWithChipsProps) {
  const t = useT();
  const chips = [...Object.entries(OFFERED), ...variables.map(({ key }) => [key, ''] as const)];
  return (
    <div className="field" data-field="" data-variables="{}">
      <TextArea {...field} rows={6} defaultValue={value} maxLength={MAX_CAMPAIGN_TEXT} />
      <fieldset className="variables-row" aria-label={t('campaigns:variables.insert')}>
        {chips.map(([key, label]) => (
          <button key={key} type="button" className="badge badge-quiet" data-variable={key}>
            {label === '' ? key : t(label)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function TryIt({ number }: { number: number }) {
  const t = useT();
  return (
    <fieldset className="campaign-try" aria-label={t('campaigns:test.title')}>
      <Field
        name={`testNumber${number}`}
        label={t('campaigns:test.number')}
        inputMode="tel"
        placeholder="+55 (11) 99999-9999"
        maxLength={20}
      />
      <Button
        icon="send"
        hx-post={campaignPaths.test(number)}
        hx-include="closest form"
        hx-swap="none"
        hx-encoding="application/x-www-form-urlencoded"
      >
        {t('campaigns:test.send')}
      </Button>
    </fieldset>
  );
}
