import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useT } from '../../i18n.tsx';
import { Icon } from '../icons/icon.tsx';

type SearchFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'placeholder'> & {
  label: string;
  hint?: string;
  ref?: Ref<HTMLInputElement>;
  className?: string;
  children?: ReactNode;
};

/** islands/forms/fields.ts wires the clear button. */
export function SearchField({ label, hint = label, className = '', children, ...input }: SearchFieldProps) {
  const t = useT();
  return (
    <label className={`input input-search ${className}`} data-field="">
      <Icon name="search" size={16} className="text-muted" />
      <input
        type="search"
        placeholder={hint}
        aria-label={label}
        autoComplete="off"
        enterKeyHint="search"
        {...input}
      />
      {children}
      {/* Like the browser's own, for pointers only: keys clear the field, and Tab leads on to the results. */}
      <button type="button" tabIndex={-1} className="clear" data-clear="" aria-label={t('common:clear')}>
        <Icon name="x" size={16} />
      </button>
    </label>
  );
}
