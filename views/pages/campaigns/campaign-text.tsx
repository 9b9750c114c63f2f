import { MAX_CAMPAIGN_TEXT } from '@/modules/campaigns/campaigns.schema.ts';
import { campaignPaths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { fillExample } from '../../ui/fields/example-text.ts';
import { Field, TextArea } from '../../ui/fields/field.tsx';
import { exampleValues } from '../../ui/fields/text-with-variables.tsx';

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
  const text = (name: string, label: string, value: string) => (
    <TextOnPhone
      name={`${name}${number}`}
      label={t(`campaigns:${label}`, { number })}
      value={value}
      error={errors[`${name}${number}`]}
      variables={variables}
    />
  );
  return (
    <>
      <div className="campaign-question">{text('confirmationMessage', 'confirmationMessage', question)}</div>
      {text('message', 'message', message)}
      <TryIt number={number} />
    </>
  );
}

type TextOnPhoneProps = {
  name: string;
  label: string;
  value: string;
  error?: string;
  variables: OwnVariables;
};

/** islands/forms/variables.ts inserts variables and renders the preview. */
function TextOnPhone({ variables, value, ...field }: TextOnPhoneProps) {
  const t = useT();
  const example = exampleOf(t, variables);
  const { text, unknown } = fillExample(value, example);
  return (
    <div
      className="campaign-text"
      data-field=""
      data-variables={JSON.stringify(example)}
      data-preview="phone"
    >
      <div className="field">
        <TextArea {...field} rows={7} defaultValue={value} maxLength={MAX_CAMPAIGN_TEXT} />
        <fieldset className="variables-row" aria-label={t('campaigns:variables.insert')}>
          {[...BUILT_IN, ...variables.map(({ key }) => key)].map((key) => (
            <button key={key} type="button" className="badge badge-quiet" data-variable={key}>
              {BUILT_IN.includes(key) ? t(`campaigns:variables.${key}`) : key}
            </button>
          ))}
        </fieldset>
      </div>
      <section className="phone" aria-label={t('campaigns:phone.title')}>
        <div
          className="phone-screen variables-preview"
          data-unknown={unknown.length > 0 ? `⚠ ${unknown.join(', ')}` : undefined}
        >
          <p
            className="phone-bubble"
            data-preview=""
            hx-morph-skip=""
            data-empty={t('campaigns:phone.empty')}
          >
            {text}
          </p>
        </div>
      </section>
    </div>
  );
}

const BUILT_IN = ['nome', 'email', 'numero'];

function exampleOf(t: Translate, own: OwnVariables): Record<string, string> {
  const {
    nome = '',
    email = '',
    numero = '',
  } = Object.fromEntries(BUILT_IN.map((key) => [key, t(`campaigns:example.${key}`)]));
  const known = { ...exampleValues(t), protocol: '', name: nome, email, number: numero };
  return { ...known, ...Object.fromEntries(own.map(({ key, value }) => [key, value])) };
}

function TryIt({ number }: { number: number }) {
  const t = useT();
  return (
    <fieldset className="campaign-try" aria-label={t('campaigns:test.title')}>
      <Field
        name={`testNumber${number}`}
        label={t('campaigns:test.number')}
        inputMode="tel"
        placeholder="5511999999999"
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
