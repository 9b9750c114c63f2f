import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { type Sorted, SortedWords, sortOf } from './sorted.tsx';

export type Column<T> = {
  key: string;
  label: string;
  cell: (item: T) => ReactNode;
  align?: 'start' | 'center' | 'end';
  /** 'narrow' leaves it out below 600 px; 'medium' below 900 px. */
  hide?: 'narrow' | 'medium';
  /**
   * Where it stands in the 64 px row of a phone: 'lead' is a picture, 'detail' below the title, 'side' beside the title, 'mark' below that.
   * Of each there is one; a column without a place has a line of its own, behind its label.
   */
  place?: 'lead' | 'title' | 'detail' | 'side' | 'mark' | 'actions';
  /** A phone shows the label before the value. */
  isLabelled?: boolean;
  className?: string;
};

type RowsProps<T> = {
  columns: Column<T>[];
  items: T[];
  keyOf: (item: T) => string | number;
  /** Of a row that stands out; its cells say the same in words. */
  rowClass?: (item: T) => string | undefined;
  /** Address of the next page; null on the last one. */
  next: string | null;
  /** Shown instead of the first page's rows. */
  empty: ReactNode;
};

type TableProps<T> = RowsProps<T> & {
  /** Of the body, which searches and refreshes fill. */
  id: string;
  /** For screen readers. */
  caption: string;
  sorted: Sorted;
  /** Address that answers a partial request with `DataRows`. */
  href: string;
  /** Re-fetched on `refresh:<name>`. */
  refresh: string | string[];
  /** 'innerMorph' keeps the focus and what is under the pointer; for short tables that refresh often. */
  swap?: 'innerHTML' | 'innerMorph';
  /** Selector of the filters to send along. */
  include?: string;
};

const HIDE = { narrow: 'max-[599px]:hidden', medium: 'max-[899px]:hidden' };
const ALIGN = { start: '', center: 'min-[600px]:text-center', end: 'min-[600px]:text-end' };

function cellClass<T>({ hide, align = 'start', place, isLabelled = !place, className = '' }: Column<T>) {
  const names = [hide && HIDE[hide], ALIGN[align], place && `cell-${place}`, isLabelled && 'cell-labelled'];
  return [...names, className].filter(Boolean).join(' ');
}

/** Their heads are for screen readers only. */
const isBare = <T,>({ place }: Column<T>) => place === 'lead' || place === 'actions';

/** Of the words that say how the rows of a body are sorted. */
export const sortedOf = (bodyId: string) => `${bodyId}-sorted`;

/** The answer to a search, a refresh or the next page. The last row fetches what follows. */
export function DataRows<T>({ columns, items, keyOf, rowClass, next, empty }: RowsProps<T>) {
  if (items.length === 0) {
    return (
      <tr className="row-empty">
        <td colSpan={columns.length}>{empty}</td>
      </tr>
    );
  }
  const last = items.length - 1;
  return items.map((item, index) => (
    <tr
      key={keyOf(item)}
      data-key={keyOf(item)}
      className={rowClass?.(item)}
      {...(next && index === last
        ? {
            'hx-get': next,
            'hx-trigger': 'revealed rootMargin:"0px 0px 100px 0px"',
            'hx-target': 'this',
            'hx-swap': 'after',
          }
        : {})}
    >
      {columns.map((column) => (
        <td key={column.key} data-label={column.label} className={cellClass(column)}>
          {column.cell(item)}
        </td>
      ))}
    </tr>
  ));
}

/** The one that the rows are sorted by bears an arrow. */
export function TableHead<T>({ columns, sorted }: { columns: Column<T>[]; sorted: Sorted }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const sort = sortOf(sorted, column.key);
          return (
            <th key={column.key} scope="col" className={cellClass(column)} aria-sort={sort}>
              {isBare(column) ? <span className="sr-only">{column.label}</span> : column.label}
              {sort ? (
                <Icon
                  name={sort === 'ascending' ? 'arrow-up' : 'arrow-down'}
                  size={14}
                  className="ml-1 inline"
                />
              ) : null}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Below 600 px a list of 64 px rows. */
export function DataTable<T>({
  id,
  caption,
  sorted,
  href,
  refresh,
  swap = 'innerHTML',
  include,
  ...rows
}: TableProps<T>) {
  const names = [refresh].flat();
  return (
    <>
      <SortedWords id={sortedOf(id)} sorted={sorted} columns={rows.columns} />
      <div className="panel overflow-x-auto">
        <table className="data-table">
          <caption className="sr-only">{caption}</caption>
          <TableHead columns={rows.columns} sorted={sorted} />
          <tbody
            id={id}
            hx-get={href}
            hx-trigger={names.map((name) => `refresh:${name} from:document`).join(', ')}
            hx-target="this"
            hx-swap={swap}
            hx-include={include}
          >
            <DataRows {...rows} />
          </tbody>
        </table>
      </div>
    </>
  );
}
