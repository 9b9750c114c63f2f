import { useT } from '../../i18n.tsx';
import { FieldError, fieldId } from './field.tsx';

type End = { name: string; value: string };
type TimeRangeProps = {
  label: string;
  from: End;
  until: End;
  error?: string;
  isLabelHidden?: boolean;
};

/** Each time as `HH:mm`, in every language; islands/forms/fields.ts adds the colon. */
export function TimeRange({ label, from, until, error, isLabelHidden = false }: TimeRangeProps) {
  const t = useT();
  const time = ({ name, value }: End, what: string) => (
    <input
      type="text"
      id={fieldId(name)}
      name={name}
      defaultValue={value}
      className="input w-20 min-w-0 text-center"
      inputMode="numeric"
      maxLength={5}
      placeholder="--:--"
      autoComplete="off"
      data-time=""
      aria-label={what}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${fieldId(from.name)}-error` : undefined}
    />
  );
  return (
    <fieldset className="field" data-field="">
      <legend className={isLabelHidden ? 'sr-only' : 'field-label mb-1.5'}>{label}</legend>
      <div className="flex items-center gap-2">
        {time(from, t('common:from'))}
        <span aria-hidden="true" className="text-muted">
          –
        </span>
        {time(until, t('common:until'))}
      </div>
      <FieldError id={fieldId(from.name)} text={error} />
    </fieldset>
  );
}
