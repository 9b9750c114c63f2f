import { type Translate, useT } from '../../i18n.tsx';
import { fillExample } from './example-text.ts';
import { TextArea } from './field.tsx';
import { useFormField } from './form-values.tsx';

const OFFERED = ['firstName', 'name', 'ms', 'protocol', 'date', 'hora'] as const;

type TextWithVariablesProps = {
  name: string;
  label: string;
  value?: string;
  id?: string;
  hint?: string;
  error?: string;
  rows?: number;
  maxLength?: number;
  autoFocus?: boolean;
  required?: boolean;
};

export function TextWithVariables({ value: own, rows = 3, ...field }: TextWithVariablesProps) {
  const t = useT();
  const form = useFormField<string>(field.name);
  const value = own ?? form.value ?? '';
  const example = exampleValues(t);
  const { text, unknown } = fillExample(value, example);
  return (
    <div className="variables" data-field="" data-variables={JSON.stringify(example)}>
      <TextArea {...field} rows={rows} defaultValue={value} />
      <fieldset className="variables-row" aria-label={t('variables:insert')}>
        {OFFERED.map((name) => (
          <button key={name} type="button" className="badge badge-quiet" data-variable={name}>
            {t(`variables:${name}`)}
          </button>
        ))}
      </fieldset>
      <p
        className="variables-preview"
        hidden={!value.includes('{')}
        data-missing={t('variables:missing')}
        data-unknown={unknown.length > 0 ? unknown.join(', ') : undefined}
      >
        <span className="field-hint">{t('variables:preview')}</span>{' '}
        <span data-preview="" hx-morph-skip="">
          {text}
        </span>
      </p>
    </div>
  );
}

export function withNames(text: string, t: Translate): string {
  const names = Object.fromEntries(OFFERED.map((name) => [name, `‹${t(`variables:${name}`)}›`]));
  return fillExample(text, withAliases(names)).text;
}

export function exampleValues(t: Translate): Record<string, string> {
  return withAliases(Object.fromEntries(OFFERED.map((name) => [name, t(`variables:example.${name}`)])));
}

function withAliases(shown: Record<string, string>): Record<string, string> {
  const { ms = '', hora = '', date = '' } = shown;
  return { ...shown, greeting: ms, gretting: ms, hour: hora, data: date };
}
