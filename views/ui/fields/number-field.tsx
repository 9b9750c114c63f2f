import { Field } from './field.tsx';

type NumberFieldProps = {
  name: string;
  label: string;
  value?: number | string;
  unit?: string;
  error?: string;
  hint?: string;
  required?: boolean;
  autoFocus?: boolean;
};

/** A whole number, with a phone's numeric keyboard and without spin buttons: scrolling changes nothing. */
export function NumberField({ value, unit, label, ...field }: NumberFieldProps) {
  return (
    <Field
      {...field}
      label={unit ? `${label} (${unit})` : label}
      {...(value !== undefined && { defaultValue: value })}
      inputMode="numeric"
      maxLength={9}
    />
  );
}
