import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Icon } from '../icons/icon.tsx';
import { useFormField } from './form-values.tsx';

type Labelled = {
  name: string;
  label: string;
  /** Already translated; also marks the control as invalid. */
  error?: string;
  hint?: ReactNode;
  /** Defaults to `field-<name>`; pass another where a page has the name twice. */
  id?: string;
};

export const fieldId = (name: string): string => `field-${name}`;

export function describe({ name, id = fieldId(name), error, hint }: Labelled) {
  const about = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return {
    id,
    name,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': about || undefined,
  };
}

type FrameProps = Labelled & { required?: boolean; className?: string; children: ReactNode };

export function FieldFrame({
  name,
  id = fieldId(name),
  label,
  error,
  hint,
  required,
  className = '',
  children,
}: FrameProps) {
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id} className="field-label">
        {label}
        {required ? (
          <span aria-hidden="true" className="text-error">
            {' '}
            *
          </span>
        ) : null}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      ) : null}
      <FieldError id={id} text={error} />
    </div>
  );
}

export function FieldError({ id, text, className = '' }: { id: string; text?: string; className?: string }) {
  if (!text) return null;
  return (
    <p id={`${id}-error`} className={`field-error ${className}`}>
      <Icon name="alert-triangle" size={14} className="mt-0.5" />
      {text}
    </p>
  );
}

type Attributes<E> = Omit<E, 'name' | 'id'> & Labelled;

/** A controlled field has its value already, and no browser gets a secret back. */
const hasOwnValue = (input: object) => 'value' in input || 'data-secret' in input;

export function Field({
  label,
  error,
  hint,
  id,
  className,
  ...input
}: Attributes<InputHTMLAttributes<HTMLInputElement>>) {
  const form = useFormField<string | number>(input.name);
  const labelled = { name: input.name, label, error: error ?? form.error, hint, id };
  const shown = hasOwnValue(input) || input.type === 'password' ? {} : { defaultValue: form.value };
  return (
    <FieldFrame {...labelled} required={input.required} className={className}>
      <input type="text" className="input w-full" {...shown} {...input} {...describe(labelled)} />
    </FieldFrame>
  );
}

export function TextArea({
  label,
  error,
  hint,
  id,
  className,
  rows = 4,
  ...input
}: Attributes<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const form = useFormField<string | number>(input.name);
  const labelled = { name: input.name, label, error: error ?? form.error, hint, id };
  const shown = hasOwnValue(input) ? {} : { defaultValue: form.value };
  return (
    <FieldFrame {...labelled} required={input.required} className={className}>
      <textarea className="textarea w-full" rows={rows} {...shown} {...input} {...describe(labelled)} />
    </FieldFrame>
  );
}

export type Option = { value: string | number; label: string; disabled?: boolean };

export function Select({
  label,
  error,
  hint,
  id,
  className,
  options,
  ...input
}: Attributes<SelectHTMLAttributes<HTMLSelectElement>> & { options: Option[] }) {
  const form = useFormField<string | number>(input.name);
  const labelled = { name: input.name, label, error: error ?? form.error, hint, id };
  const shown = hasOwnValue(input) ? {} : { defaultValue: form.value };
  return (
    <FieldFrame {...labelled} required={input.required} className={className}>
      <select className="select w-full" {...shown} {...input} {...describe(labelled)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
