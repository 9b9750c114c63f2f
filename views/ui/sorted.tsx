import { useT } from '../i18n.tsx';

/** What lists are sorted by; each is named among the common words. */
const DIRECTIONS = {
  name: 'ascending',
  title: 'ascending',
  shortcode: 'ascending',
  source: 'ascending',
  date: 'ascending',
  /** A number that people give. */
  place: 'ascending',
  /** In which they are tried. */
  turn: 'ascending',
  sending: 'ascending',
  created: 'ascending',
  dueDate: 'ascending',
  newest: 'descending',
  lastAdded: 'descending',
  activity: 'descending',
  tickets: 'descending',
  /** What waits for somebody first, then the newest. */
  unsettled: 'descending',
  /** Names that begin with what was looked for, then those that hold it. */
  beginning: 'ascending',
} as const;

export type SortedBy = keyof typeof DIRECTIONS;
type Direction = (typeof DIRECTIONS)[SortedBy];

/**
 * The first column of the query's ORDER BY. `column` is the key of that which shows it; without one, because none does or because
 * a search changes the order, words say it in all widths.
 */
export type Sorted = { by: SortedBy; column?: string };

export const sortOf = ({ by, column }: Sorted, key: string): Direction | undefined =>
  column === key ? DIRECTIONS[by] : undefined;

export function useSortedWords({ by }: Sorted): string {
  return useT()(`common:sorted.${by}`);
}

type Shown = { key: string; hide?: 'narrow' | 'medium' };

/** Only as wide as no header tells it, and not above an empty list. */
const BELOW = { told: 'min-[600px]:hidden', hidden: 'min-[900px]:hidden', untold: '' };

function sortedClass({ column }: Sorted, columns: Shown[]): string {
  const shown = columns.find(({ key }) => key === column);
  return BELOW[shown ? (shown.hide === 'medium' ? 'hidden' : 'told') : 'untold'];
}

export function SortedWords({ id, sorted, columns }: { id: string; sorted: Sorted; columns: Shown[] }) {
  const words = useSortedWords(sorted);
  return (
    <p id={id} className={`sorted-words ${sortedClass(sorted, columns)}`.trimEnd()}>
      {words}
    </p>
  );
}
