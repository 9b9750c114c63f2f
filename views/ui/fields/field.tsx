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
const hasOwnValue = (input: object) =>
  'value' in input || 'data-secret' in input || ('type' in input && input.type === 'password');

function useControl<E extends { required?: boolean | undefined; className?: string | undefined }>({
  label,
  error,
  hint,
  id,
  className,
  ...input
}: Attributes<E>) {
  const form = useFormField<string | number>(input.name);
  const labelled = { name: input.name, label, error: error ?? form.error, hint, id };
  const shown = hasOwnValue(input) ? {} : { defaultValue: form.value };
  return {
    frame: { ...labelled, required: input.required, className },
    control: { ...shown, ...input, ...describe(labelled) },
  };
}

export function Field(props: Attributes<InputHTMLAttributes<HTMLInputElement>>) {
  const { frame, control } = useControl(props);
  return (
    <FieldFrame {...frame}>
      <input type="text" className="input w-full" {...control} />
    </FieldFrame>
  );
}

export function TextArea({ rows = 4, ...props }: Attributes<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const { frame, control } = useControl(props);
  return (
    <FieldFrame {...frame}>
      <textarea className="textarea w-full" rows={rows} {...control} />
    </FieldFrame>
  );
}

export type Option = { value: string | number; label: string; disabled?: boolean };

export function Select({
  options,
  ...props
}: Attributes<SelectHTMLAttributes<HTMLSelectElement>> & { options: Option[] }) {
  const { frame, control } = useControl(props);
  return (
    <FieldFrame {...frame}>
      <select className="select w-full" {...control}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
