import { createElement, type ReactNode } from 'react';
import { withQuery } from '@/paths.ts';
import { useT } from '../i18n.tsx';
import { Button, type ButtonVariant, IconButton, LinkButton } from './button.tsx';
import { type Column, DataRows, DataTable, sortedOf } from './data-table.tsx';
import { opensDialog } from './dialog.tsx';
import type { Option } from './fields/field.tsx';
import { SearchField } from './fields/search-field.tsx';
import type { IconName } from './icons/icon.tsx';
import { countId, ListTitle } from './list-title.tsx';
import { PhoneSheet } from './menu.tsx';
import { useIsShown } from './page-header.tsx';
import { type Sorted, useSortText } from './sorted.tsx';
import { Spinner } from './spinner.tsx';
import { RenderedState, type RenderedStateProps } from './state-markup.tsx';

type Filter = { name: string; label: string } & ({ options: Option[] } | { type: 'date' });

type Add = { label: string; href: string };
type Empty = Required<Pick<RenderedStateProps, 'icon' | 'title' | 'text'>> & { action?: ReactNode };

/** The main action, floating on a phone, is an empty list's next step; people who may not add need another. */
type NextStep = { add: Add; empty: Empty } | { add?: Add; empty: Empty & { action: ReactNode } };

type ListPageProps<T> = NextStep & {
  shows: 'page' | 'rows';
  /** Prefix of the ids: `tag` has `#tag-rows` and `#tag-filters`. */
  name: string;
  title: string;
  count?: number;
  /** A long title and its text are whole on a phone too. */
  isLong?: true;
  level?: 1 | 2;
  text?: string;
  href: string;
  refresh: string | string[];
  swap?: 'innerHTML' | 'innerMorph';
  query?: Record<string, string | undefined>;
  fixed?: Record<string, string | undefined>;
  /** Label of the search field; undefined for none. */
  search?: string;
  searchClass?: string;
  /** Selects and days beside the search field, each in `query`. A phone puts more than two behind a button. */
  filters?: Filter[];
  noneFound?: string;
  actions?: ReactNode;
  notice?: ReactNode;
  /** With a `column`, searches and filters must not change it: a response with rows leaves the head as it is. */
  sorted: Sorted;
  columns: Column<T>[];
  rowClass?: (item: T) => string | undefined;
  items: T[];
  hasMore?: boolean;
};

export function ListPage<T extends { id: number }>(list: ListPageProps<T>) {
  const rows = useRows(list);
  const sortText = useSortText(list.sorted);
  const { name, title, count, href, refresh, swap, sorted } = list;
  if (list.shows === 'rows')
    return (
      <>
        <DataRows {...rows} />
        {count === undefined ? null : <NewText id={countId(name)} text={count} />}
        {sorted.column ? null : <NewText id={sortedOf(rowsOf(name))} text={sortText} />}
        {isCrowded(list) ? <NewText id={narrowedOf(name)} text={countNarrowed(list)} /> : null}
      </>
    );
  return (
    <>
      <ListHeader {...list} />
      {list.notice}
      <DataTable
        id={rowsOf(name)}
        caption={title}
        sorted={sorted}
        href={href}
        refresh={refresh}
        swap={swap}
        include={filtersOf(name)}
        {...rows}
      />
    </>
  );
}

export function NewText({ id, text }: { id: string; text: number | string }) {
  return createElement('hx-partial', { 'hx-target': `#${id}`, 'hx-swap': 'innerHTML' }, text);
}

const MAX_BESIDE_SEARCH = 2;
type Narrowing = Pick<ListPageProps<never>, 'filters' | 'query'>;
const isCrowded = ({ filters = [] }: Narrowing) =>
  filters.length > MAX_BESIDE_SEARCH || filters.some((filter) => 'type' in filter);
const countNarrowed = ({ filters = [], query = {} }: Narrowing) =>
  filters.filter(({ name }) => query[name]).length || '';

const rowsOf = (name: string) => `${name}-rows`;
const narrowedOf = (name: string) => `${name}-narrowed`;
const filtersOf = (name: string) => `#${name}-filters [name]`;

function useRows<T extends { id: number }>(list: ListPageProps<T>) {
  const t = useT();
  const { columns, rowClass, items, hasMore = false, query = {}, fixed = {}, href, add, search } = list;
  const last = items.at(-1);
  const isNarrowed = Object.values(query).some(Boolean);
  const begin = add && <Button {...opensDialog(add.href)}>{t('common:begin')}</Button>;
  return {
    columns,
    rowClass,
    items,
    keyOf: (item: T) => item.id,
    next: hasMore && last ? withQuery(href, { ...fixed, ...query, after: last.id }) : null,
    empty: isNarrowed ? (
      <NothingFound title={list.noneFound} isSearched={search !== undefined} href={withQuery(href, fixed)} />
    ) : (
      <RenderedState {...list.empty} action={list.empty.action ?? begin} />
    ),
  };
}

type NothingFoundProps = { title?: string; isSearched: boolean; href: string };

function NothingFound({ title, isSearched, href }: NothingFoundProps) {
  const t = useT();
  return (
    <RenderedState
      icon="search"
      title={title ?? t('common:noResults')}
      text={t(isSearched ? 'common:noResultsHint' : 'common:noResultsOtherFilters')}
      action={<LinkButton href={href}>{t('common:clearFilters')}</LinkButton>}
    />
  );
}

function ListHeader<T>({ title, count, level = 1, text, isLong, add, actions, ...list }: ListPageProps<T>) {
  const isTitled = !useIsShown(title) || count !== undefined;
  const hasOwnRow = isCrowded(list);
  return (
    <header className="list-head">
      <div
        className={`min-w-0 grow ${isTitled || text ? 'max-[599px]:basis-24' : 'max-[599px]:hidden'} ${text ? 'basis-full min-[900px]:basis-40' : 'basis-40'}`}
      >
        {isTitled ? <ListTitle {...{ title, count, level, isLong }} id={countId(list.name)} /> : null}
        {text ? (
          <p className={`text-muted text-sm ${isLong || !isTitled ? '' : 'max-[599px]:hidden'}`.trimEnd()}>
            {text}
          </p>
        ) : null}
      </div>
      {hasOwnRow ? null : <ListTools {...list} />}
      {actions ? <ListActions name={list.name}>{actions}</ListActions> : null}
      {add ? (
        <Button variant="primary" icon="plus" className="list-add" {...opensDialog(add.href)}>
          <span className="max-[599px]:sr-only">{add.label}</span>
        </Button>
      ) : null}
      {hasOwnRow ? <ListTools {...list} /> : null}
    </header>
  );
}

function ListActions({ name, children }: { name: string; children: ReactNode }) {
  const label = useT()('common:actions');
  const id = `${name}-list-actions`;
  return (
    <div className="list-actions">
      <IconButton
        icon="more-vertical"
        label={label}
        className="phone-only"
        popoverTarget={id}
        aria-haspopup="dialog"
      />
      <PhoneSheet id={id} label={label} isRow>
        {children}
      </PhoneSheet>
    </div>
  );
}

type Tool = 'name' | 'href' | 'search' | 'searchClass' | 'filters' | 'query' | 'fixed';
type ToolsProps<T> = Pick<ListPageProps<T>, Tool>;

/** Searches 500 ms after the last key and stores the text in the address. */
function ListTools<T>(list: ToolsProps<T>) {
  const { name, href, search, searchClass, filters = [], query = {}, fixed = {} } = list;
  if (search === undefined && filters.length === 0) return null;
  const asks = {
    'hx-get': href,
    'hx-target': `#${rowsOf(name)}`,
    'hx-swap': 'innerHTML',
    'hx-include': filtersOf(name),
    'hx-sync': `#${name}-filters:replace`,
    'hx-replace-url': 'true',
  };
  return (
    <search id={`${name}-filters`} className="list-tools">
      {Object.entries(fixed).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value ?? ''} />
      ))}
      {search === undefined ? null : (
        <SearchField
          id="search"
          name="searchParam"
          label={search}
          defaultValue={query.searchParam}
          className={`min-w-0 ${isCrowded(list) ? 'sm:min-w-52 sm:max-w-64 sm:flex-1' : 'sm:w-64 sm:shrink-0'} ${searchClass ?? ''}`.trimEnd()}
          hx-trigger="input changed delay:500ms, search"
          {...asks}
        >
          <Spinner className="htmx-indicator-next" />
        </SearchField>
      )}
      {isCrowded(list) ? (
        <FilterSheet name={name} filters={filters} query={query} asks={asks} />
      ) : (
        filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} value={query[filter.name]} asks={asks} />
        ))
      )}
    </search>
  );
}

type Asks = Record<string, string>;
type FilterSheetProps = { name: string; asks: Asks } & Required<
  Pick<ListPageProps<never>, 'filters' | 'query'>
>;

function FilterSheet({ name, asks, filters, query }: FilterSheetProps) {
  const t = useT();
  const id = `${name}-filter-sheet`;
  const field = (filter: Filter) => (
    <div key={filter.name} className={`list-filter ${'type' in filter ? 'list-day' : ''}`.trimEnd()}>
      <label htmlFor={`${name}-${filter.name}`} className="field-label">
        {filter.label}
      </label>
      <FilterField
        filter={filter}
        value={query[filter.name]}
        asks={{ ...asks, id: `${name}-${filter.name}` }}
      />
    </div>
  );
  return (
    <>
      <Button icon="filter" className="phone-only" popoverTarget={id} aria-haspopup="dialog">
        {t('common:filter')}
        <span id={narrowedOf(name)} className="badge badge-sm badge-tone tone-info empty:hidden">
          {countNarrowed({ filters, query })}
        </span>
      </Button>
      <PhoneSheet id={id} label={t('common:filters')}>
        {filters.filter((filter) => !('type' in filter)).map(field)}
        <div className="list-days">{filters.filter((filter) => 'type' in filter).map(field)}</div>
        <Button variant="primary" className="phone-only" popoverTarget={id} popoverTargetAction="hide">
          {t('common:showResults')}
        </Button>
      </PhoneSheet>
    </>
  );
}

function FilterField({ filter, value = '', asks }: { filter: Filter; value?: string; asks: Asks }) {
  const fieldProps = { name: filter.name, 'aria-label': filter.label, defaultValue: value, ...asks };
  if ('type' in filter) return <input type="date" className="input min-w-0" {...fieldProps} />;
  return (
    <select className="select min-w-0" {...fieldProps}>
      {filter.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

type ActionStyle = { icon: IconName; label: string; variant?: ButtonVariant };

export function ListAction({ icon, label, ...rest }: ActionStyle & Record<string, unknown>) {
  return (
    <Button icon={icon} title={label} {...rest}>
      <span className="max-[599px]:sr-only">{label}</span>
    </Button>
  );
}

export function ListLink({ icon, label, href }: ActionStyle & { href: string }) {
  return (
    <LinkButton icon={icon} title={label} href={href} data-back={icon === 'arrow-left' ? '' : undefined}>
      <span className="max-[599px]:sr-only">{label}</span>
    </LinkButton>
  );
}
