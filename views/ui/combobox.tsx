import { safeColor } from './contrast.ts';
import { FieldError } from './field.tsx';
import { Icon } from './icon.tsx';

type ComboboxProps = {
  /** Unique on the page; what belongs to it is named after it. */
  id: string;
  /** What the value of the chosen option is sent as; '' while none is. */
  name: string;
  /** What the text in the field is sent as, and asked for: `GET <href>?<textName>=…` answers with ComboboxOptions. */
  textName: string;
  href: string;
  label: string;
  placeholder?: string;
  defaultText?: string;
  error?: string;
  maxLength?: number;
  /** A choice sends the form. */
  submits?: boolean;
  autoFocus?: boolean;
};

/**
 * A field with a list of its own below it: words narrow it, arrows and Enter choose. What is typed chooses nothing by itself, and
 * `create=true` is sent only when the row that creates was chosen (islands/combobox.ts).
 */
export function Combobox({
  id,
  name,
  textName,
  href,
  label,
  placeholder,
  defaultText,
  error,
  maxLength = 200,
  submits = false,
  autoFocus = false,
}: ComboboxProps) {
  return (
    <div data-combobox={submits ? 'submits' : ''}>
      <span className="input combobox w-full">
        <input
          type="text"
          id={id}
          name={textName}
          role="combobox"
          aria-expanded="false"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder={placeholder}
          defaultValue={defaultText}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...(autoFocus && { autoFocus })}
          hx-get={href}
          hx-trigger="combobox:ask"
          hx-target={`#${id}-card`}
          hx-swap="innerHTML"
          hx-sync="this:replace"
        />
        <Icon name="chevron-down" size={16} className="shrink-0 text-muted" />
      </span>
      <input type="hidden" name={name} data-combobox-value="" />
      <input type="hidden" name="create" data-combobox-create="" />
      <div id={`${id}-card`} popover="manual" className="menu-card combobox-card">
        <div id={`${id}-list`} role="listbox" aria-label={label} />
      </div>
      <FieldError id={id} text={error} className="pt-1" />
    </div>
  );
}

export type ComboboxOption = { value: string | number; text: string; color?: string | null };

type ComboboxOptionsProps = {
  /** The text that was asked for: an answer that comes late is not taken for another's. */
  text: string;
  options: ComboboxOption[];
  /** The last row: makes what was typed. Only for those who may. */
  createLabel?: string;
  /** Below the rows: that there are more, or none. */
  note?: string;
};

/** What fills the list. */
export function ComboboxOptions({ text, options, createLabel, note }: ComboboxOptionsProps) {
  return (
    <>
      <div role="listbox" data-text={text}>
        {options.map((option) => (
          <div
            key={option.value}
            role="option"
            tabIndex={-1}
            aria-selected="false"
            className="menu-item"
            data-value={option.value}
            data-text={option.text}
          >
            {option.color ? (
              <span
                aria-hidden="true"
                className="size-2.5 shrink-0 rounded-full"
                style={{ backgroundColor: safeColor(option.color) }}
              />
            ) : null}
            <span className="min-w-0 truncate">{option.text}</span>
          </div>
        ))}
        {createLabel ? (
          <div
            role="option"
            tabIndex={-1}
            aria-selected="false"
            className="menu-item"
            data-create=""
            data-text={text}
          >
            <Icon name="plus" size={16} />
            <span className="min-w-0 truncate">{createLabel}</span>
          </div>
        ) : null}
      </div>
      {note ? (
        <p role="status" className="-bottom-1.5 sticky bg-base-100 px-3 py-2 text-muted text-sm">
          {note}
        </p>
      ) : null}
    </>
  );
}
