type ChoiceProps = {
  name: string;
  label: string;
  options: { value: string; label: string; hint?: string }[];
  value: string;
};

/** Radio buttons beside each other; which of them is chosen decides which fields are shown. */
export function Choice({ name, label, options, value }: ChoiceProps) {
  return (
    <fieldset className="field">
      <legend className="field-label mb-1">{label}</legend>
      <div className="campaign-choice">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              className="radio radio-primary radio-sm"
              id={`field-${name}-${option.value}`}
              name={name}
              value={option.value}
              defaultChecked={option.value === value}
            />
            <span className="min-w-0">
              <span className="block text-sm">{option.label}</span>
              {option.hint ? <span className="field-hint block">{option.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
