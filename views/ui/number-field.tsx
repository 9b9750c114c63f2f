import { Field } from './field.tsx';

type NumberFieldProps = {
  name: string;
  label: string;
  value: number | string;
  /** The unit. */
  unit?: string;
  error?: string;
  hint?: string;
  required?: boolean;
  autoFocus?: boolean;
};

/** A whole number, with a phone's digits and without a browser's arrows: a wheel over it changes nothing. */
export function NumberField({ value, unit, label, ...field }: NumberFieldProps) {
  return (
    <Field
      {...field}
      label={unit ? `${label} (${unit})` : label}
      defaultValue={value}
      inputMode="numeric"
      maxLength={9}
    />
  );
}
