import { FieldError, fieldId, type Option } from './field.tsx';

type RadioListProps = {
  name: string;
  label: string;
  options: (Option & { detail?: string })[];
  value: string;
  error?: string;
};

/** For a required choice among few options whose texts may need two lines, where a select would cut them. */
export function RadioList({ name, label, options, value, error }: RadioListProps) {
  const id = fieldId(name);
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label mb-1.5">
        {label}
        <span aria-hidden="true" className="text-error">
          {' '}
          *
        </span>
      </legend>
      <div className="flex flex-col gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field border border-base-300 px-3 py-2 hover:bg-base-200"
          >
            <input
              type="radio"
              className="radio radio-primary radio-sm"
              name={name}
              value={option.value}
              defaultChecked={String(option.value) === value}
              required
            />
            <span className="wrap-anywhere min-w-0 text-sm">
              {option.label}
              {option.detail ? <span className="block text-muted text-xs"> {option.detail}</span> : null}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id} text={error} />
    </fieldset>
  );
}
