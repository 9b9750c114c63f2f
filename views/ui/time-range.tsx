import { useT } from '../i18n.tsx';
import { FieldError, fieldId } from './field.tsx';

type TimeRangeProps = {
  label: string;
  from: { name: string; value: string };
  until: { name: string; value: string };
  /** Already translated. */
  error?: string;
};

/** Each time as `HH:mm`. */
export function TimeRange({ label, from, until, error }: TimeRangeProps) {
  const t = useT();
  const about = error ? `${fieldId(from.name)}-error` : undefined;
  const time = (end: { name: string; value: string }, name: string) => (
    <input
      type="time"
      name={end.name}
      defaultValue={end.value}
      className="input min-w-0"
      aria-label={name}
      aria-invalid={error ? true : undefined}
      aria-describedby={about}
    />
  );
  return (
    <fieldset className="field">
      <legend className="field-label mb-1.5">{label}</legend>
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
