import { FieldError } from './field.tsx';
import { PALETTE } from './palette.ts';

type ColorPickerProps = { name: string; label: string; value: string; error?: string };

export function ColorPicker({ name, label, value, error }: ColorPickerProps) {
  const chosen = value.toLowerCase();
  const isKnown = !chosen || (PALETTE as readonly string[]).includes(chosen);
  return (
    <fieldset className="field" aria-describedby={error ? `field-${name}-error` : undefined}>
      <legend className="field-label mb-1.5">{label}</legend>
      <div className="grid max-w-md grid-cols-10 gap-1.5">
        {isKnown ? null : (
          <span className="col-span-full grid grid-cols-10 gap-1.5">
            <Swatch name={name} color={chosen} isChosen />
          </span>
        )}
        {PALETTE.map((color) => (
          <Swatch key={color} name={name} color={color} isChosen={color === chosen} />
        ))}
      </div>
      <FieldError id={`field-${name}`} text={error} />
    </fieldset>
  );
}

type SwatchProps = { name: string; color: string; isChosen: boolean };

function Swatch({ name, color, isChosen }: SwatchProps) {
  return (
    <input
      type="radio"
      name={name}
      value={color}
      defaultChecked={isChosen}
      aria-label={color}
      title={color}
      className="swatch"
      style={{ backgroundColor: color }}
    />
  );
}
