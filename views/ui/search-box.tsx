import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

type SearchBoxProps = {
  /** Address that answers a partial request with the rows. */
  href: string;
  /** Selector of what the rows are put into. */
  target: string;
  label: string;
  value?: string;
  name?: string;
  id?: string;
  /** Selector of other filters to send along. */
  include?: string;
};

/** Searches while typing (500 ms after the last key) and keeps the words in the address. */
export function SearchBox({
  href,
  target,
  label,
  value,
  name = 'searchParam',
  id = 'search',
  include,
}: SearchBoxProps) {
  return (
    <label className="input input-search w-full sm:w-64">
      <Icon name="search" size={16} className="text-muted" />
      <input
        type="search"
        id={id}
        name={name}
        defaultValue={value}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        enterKeyHint="search"
        hx-get={href}
        hx-trigger="input changed delay:500ms, search"
        hx-target={target}
        hx-swap="innerHTML"
        hx-sync="this:replace"
        hx-replace-url="true"
        hx-include={include}
      />
      <Spinner className="htmx-indicator-next" />
    </label>
  );
}
