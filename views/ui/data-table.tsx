import type { ReactNode } from 'react';
import { Icon } from './icons/icon.tsx';
import { refreshTrigger } from './live-part.tsx';
import { type Sorted, SortText, sortOf } from './sorted.tsx';

export type Column<T> = {
  key: string;
  label: string;
  cell: (item: T) => ReactNode;
  align?: 'start' | 'center' | 'end';
  /** 'narrow' hides it below 600 px; 'medium' below 1100 px; 'wide' below 1600 px. */
  hide?: 'narrow' | 'medium' | 'wide';
  /** On a phone: 'lead' picture, 'detail' below the title, 'side' beside it, 'mark' below 'side'; each once. */
  role?: 'lead' | 'title' | 'detail' | 'side' | 'mark' | 'actions';
  isLabelled?: boolean;
  className?: string;
};

type RowsProps<T> = {
  columns: Column<T>[];
  items: T[];
  keyOf: (item: T) => string | number;
  /** For a highlighted row; its cells say the same as text. */
  rowClass?: (item: T) => string | undefined;
  /** Address of the next page; null on the last one. */
  next: string | null;
  empty: ReactNode;
};

type TableProps<T> = RowsProps<T> & {
  id: string;
  caption: string;
  sorted: Sorted;
  /** Address that answers a partial request with `DataRows`. */
  href: string;
  /** Refetched on `refresh:<name>`. */
  refresh: string | string[];
  /** 'innerMorph' keeps the focus and what is under the pointer; for short tables that refresh often. */
  swap?: 'innerHTML' | 'innerMorph';
  include?: string;
};

const HIDE = { narrow: 'max-[599px]:hidden', medium: 'max-[1099px]:hidden', wide: 'max-[1599px]:hidden' };
const ALIGN = { start: '', center: 'min-[600px]:text-center', end: 'min-[600px]:text-end' };

function cellClass<T>({ hide, align = 'start', role, isLabelled = !role, className = '' }: Column<T>) {
  const names = [hide && HIDE[hide], ALIGN[align], role && `cell-${role}`, isLabelled && 'cell-labelled'];
  return [...names, className].filter(Boolean).join(' ');
}

const isBare = <T,>({ role }: Column<T>) => role === 'lead' || role === 'actions';

export const sortedOf = (bodyId: string) => `${bodyId}-sorted`;

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

function requireDistinctRoles<T>(columns: Column<T>[]): void {
  const roles = columns.flatMap(({ role }) => role ?? []);
  if (new Set(roles).size < roles.length) throw new Error(`two columns share a place on phones: ${roles}`);
}

export function TableHead<T>({ columns, sorted }: { columns: Column<T>[]; sorted: Sorted }) {
  requireDistinctRoles(columns);
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
  return (
    <>
      <SortText id={sortedOf(id)} sorted={sorted} columns={rows.columns} />
      <div className="panel relative overflow-x-auto">
        <table className="data-table">
          <caption className="sr-only">{caption}</caption>
          <TableHead columns={rows.columns} sorted={sorted} />
          <tbody
            id={id}
            hx-get={href}
            hx-trigger={refreshTrigger(refresh)}
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
