import { useT } from '../../i18n.tsx';
import { FieldError } from './field.tsx';
import { useFormField } from './form-values.tsx';
import { PALETTE } from './palette.ts';

type ColorPickerProps = { name: string; label: string; value?: string; error?: string };

const PER_ROW = 10;

/** One row, with the chosen colour in it; the others are folded. */
export function ColorPicker({ name, label, ...own }: ColorPickerProps) {
  const t = useT();
  const form = useFormField<string>(name);
  const { value = form.value ?? '', error = form.error } = own;
  const chosen = value.toLowerCase();
  const all = [...new Set<string>(PALETTE)];
  const isShown = chosen === '' || all.slice(0, PER_ROW).includes(chosen);
  const sorted = isShown ? all : [chosen, ...all.filter((color) => color !== chosen)];
  const row = (colors: string[]) => (
    <div className="grid max-w-md grid-cols-10 gap-1.5">
      {colors.map((color) => (
        <Swatch key={color} name={name} color={color} isChosen={color === chosen} />
      ))}
    </div>
  );
  return (
    <fieldset className="field" aria-describedby={error ? `field-${name}-error` : undefined}>
      <legend className="field-label mb-1.5">{label}</legend>
      {row(sorted.slice(0, PER_ROW))}
      <details>
        <summary className="w-fit cursor-pointer py-1.5 text-muted text-sm">{t('common:moreColors')}</summary>
        {row(sorted.slice(PER_ROW))}
      </details>
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
