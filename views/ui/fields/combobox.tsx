import { Avatar } from '../avatar.tsx';
import { Dot } from '../badge.tsx';
import { Icon } from '../icons/icon.tsx';
import { describe, FieldError, FieldFrame } from './field.tsx';

type ComboboxProps = {
  id: string;
  /** Field name of the chosen option's value; '' while none is. */
  name: string;
  /** Field name of the text: `GET <href>?<textName>=…` answers with ComboboxOptions. */
  textName: string;
  href: string;
  /** Further fields for the request, as an `hx-include` selector. */
  include?: string;
  label: string;
  placeholder?: string;
  defaultText?: string;
  chosen?: ComboboxOption | null;
  error?: string;
  maxLength?: number;
  /** Choosing the create row requests this with the text; the response goes into `createTarget`. */
  createHref?: string;
  createTarget?: string;
  submits?: boolean;
  autoFocus?: boolean;
};

/** Typed text chooses nothing; `create=true` only for the create row (islands/forms/combobox.ts). */
export function Combobox(props: ComboboxProps) {
  return (
    <div>
      <Control {...props} />
      <FieldError id={props.id} text={props.error} className="pt-1" />
    </div>
  );
}

type ComboboxFieldProps = ComboboxProps & { hint?: string; required?: boolean };

export function ComboboxField({ required, ...props }: ComboboxFieldProps) {
  const { id, name, label, hint, error } = props;
  return (
    <FieldFrame {...{ id, name, label, hint, error, required }}>
      <Control {...props} />
    </FieldFrame>
  );
}

function Control({
  id,
  name,
  textName,
  href,
  include,
  label,
  placeholder,
  chosen,
  defaultText = chosen?.text,
  hint,
  error,
  maxLength = 200,
  createHref,
  createTarget,
  submits = false,
  autoFocus = false,
}: ComboboxFieldProps) {
  return (
    <div data-combobox={submits ? 'submits' : ''}>
      <span className="input combobox w-full">
        <input
          type="text"
          {...describe({ id, name: textName, label, error, hint })}
          role="combobox"
          aria-expanded="false"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={defaultText}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...(autoFocus && { autoFocus })}
          hx-get={href}
          hx-include={include}
          hx-trigger="combobox:ask"
          hx-target={`#${id}-card`}
          hx-swap="innerHTML"
          hx-sync="this:replace"
        />
        <Icon name="chevron-down" size={16} className="shrink-0 text-muted" />
      </span>
      <input type="hidden" name={name} defaultValue={chosen?.value} data-combobox-value="" />
      <input
        type="hidden"
        name="create"
        data-combobox-create=""
        {...(createHref && {
          'hx-get': createHref,
          'hx-trigger': 'change',
          'hx-include': `#${id}`,
          'hx-target': createTarget,
          'hx-swap': 'innerHTML',
        })}
      />
      <div id={`${id}-card`} popover="manual" className="menu-card combobox-card">
        <div id={`${id}-list`} role="listbox" aria-label={label} />
      </div>
    </div>
  );
}

export type ComboboxOption = {
  value: string | number;
  text: string;
  detail?: string;
  color?: string | null;
  picture?: string | null;
};

type ComboboxOptionsProps = {
  /** The requested text: a late response to another text is dropped. */
  text: string;
  options: ComboboxOption[];
  createLabel?: string;
  note?: string;
};

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
            {option.picture === undefined ? null : (
              <Avatar name={option.text} src={option.picture} size={28} />
            )}
            {option.color ? <Dot color={option.color} className="size-2.5" /> : null}
            <span className="min-w-0">
              <span className="block truncate">{option.text}</span>
              {option.detail ? (
                <span className="block truncate text-muted text-xs">{option.detail}</span>
              ) : null}
            </span>
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
