import type { ReactNode } from 'react';
import { useT } from '../../i18n.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { FieldError } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export type Choice = { id: number; name: string; detail: string; picture?: string | null };

type ChoiceListProps = {
  name: string;
  choices: Choice[];
  chosen: number | null;
  children?: ReactNode;
};

export function ChoiceList({ name, choices, chosen, children }: ChoiceListProps) {
  return (
    <>
      {choices.map((choice) => (
        <label
          key={choice.id}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-2 hover:bg-base-200 has-checked:bg-base-200"
        >
          <input
            type="radio"
            className="radio radio-primary radio-sm"
            name={name}
            value={choice.id}
            defaultChecked={choice.id === chosen}
          />
          <Avatar name={choice.name} src={choice.picture} size={28} />
          <span className="min-w-0 truncate text-sm">
            {choice.name} <span className="text-muted">{choice.detail}</span>
          </span>
        </label>
      ))}
      {children}
    </>
  );
}

type ChoiceSearchProps = {
  /** Prefix of the ids: `<id>-search` is the field, `<id>-list` the list it fills. */
  id: string;
  label: string;
  hint: string;
  href: string;
  error?: string;
  autoFocus?: boolean;
  required?: boolean;
  children?: ReactNode;
};

export function ChoiceSearch({
  id,
  label,
  hint,
  href,
  error,
  autoFocus,
  required,
  children,
}: ChoiceSearchProps) {
  const t = useT();
  const list = `${id}-list`;
  return (
    <div className="field">
      <label htmlFor={`${id}-search`} className="field-label">
        {label}
        {required ? (
          <span aria-hidden="true" className="text-error">
            {' '}
            *
          </span>
        ) : null}
      </label>
      <SearchField
        id={`${id}-search`}
        name="searchParam"
        // Outside any form, so that Enter does not submit the surrounding one.
        form="none"
        label={label}
        hint={hint}
        className="w-full"
        {...(autoFocus && { autoFocus })}
        aria-controls={list}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        hx-get={href}
        hx-trigger="input changed delay:500ms, search"
        hx-target={`#${list}`}
        hx-swap="innerHTML"
        hx-sync="this:replace"
      >
        <Spinner className="htmx-indicator-next" />
      </SearchField>
      <FieldError id={id} text={error} />
      <div id={list} role="radiogroup" aria-label={label} className="flex max-h-52 flex-col overflow-y-auto">
        {children}
      </div>
      <span className="sr-only">{t('ticketDialogs:searchHint')}</span>
    </div>
  );
}
