import { FieldError } from './field.tsx';
import { PALETTE } from './palette.ts';

type ColorPickerProps = { name: string; label: string; value: string; error?: string };

/** Fifty radio buttons that look like swatches; a colour from elsewhere is offered first. */
export function ColorPicker({ name, label, value, error }: ColorPickerProps) {
  const chosen = value.toLowerCase();
  const known = (PALETTE as readonly string[]).includes(chosen);
  const colors = known || !chosen ? PALETTE : [chosen, ...PALETTE];
  return (
    <fieldset className="field" aria-describedby={error ? `field-${name}-error` : undefined}>
      <legend className="field-label mb-1.5">{label}</legend>
      <div className="grid max-w-md grid-cols-10 gap-1.5">
        {colors.map((color) => (
          <input
            key={color}
            type="radio"
            name={name}
            value={color}
            defaultChecked={color === chosen}
            aria-label={color}
            title={color}
            className="swatch"
            style={{ backgroundColor: color }}
          />
        ))}
      </div>
      <FieldError id={`field-${name}`} text={error} />
    </fieldset>
  );
}
