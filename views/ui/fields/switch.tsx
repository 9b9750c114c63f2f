import type { InputHTMLAttributes } from 'react';
import { safeColor } from '../contrast.ts';
import { fieldId, type Option } from './field.tsx';
import { useFormField } from './form-values.tsx';

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id'> & {
  name: string;
  label: string;
  hint?: string;
  id?: string;
};

/** A browser sends nothing for an unchecked box, so a hidden field sends 'false'. */
export function Switch({ name, label, hint, id = fieldId(name), className = '', ...input }: SwitchProps) {
  const { value } = useFormField<boolean>(name);
  return (
    <div className={`flex items-start justify-between gap-4 py-1 ${className}`}>
      <div className="min-w-0">
        <label htmlFor={id} className="field-label cursor-pointer">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="field-hint">
            {hint}
          </p>
        ) : null}
      </div>
      {input.disabled ? null : <input type="hidden" name={name} value="false" />}
      <label className="switch-target">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
          role="switch"
          className="toggle toggle-primary"
          {...('checked' in input ? {} : { defaultChecked: value })}
          {...input}
          id={id}
          name={name}
          value="true"
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
      </label>
    </div>
  );
}

type CheckboxListProps = {
  name: string;
  label: string;
  options: (Option & { color?: string })[];
  selected: (string | number)[];
  empty?: string;
};

export function CheckboxList({ name, label, options, selected, empty }: CheckboxListProps) {
  return (
    <fieldset className="field">
      <legend className="field-label mb-1">{label}</legend>
      {options.length === 0 && empty ? <p className="field-hint">{empty}</p> : null}
      <div className="flex max-h-48 flex-col overflow-y-auto">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-9 cursor-pointer items-center gap-3 rounded-field px-2 hover:bg-base-200"
          >
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-sm"
              name={name}
              value={option.value}
              defaultChecked={selected.includes(option.value)}
              disabled={option.disabled}
            />
            {option.color ? (
              <span className="size-3 rounded-full" style={{ backgroundColor: safeColor(option.color) }} />
            ) : null}
            <span className="wrap-anywhere min-w-0 text-sm">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
