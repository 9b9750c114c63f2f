import { useT } from '../i18n.tsx';

const DIRECTIONS = {
  name: 'ascending',
  title: 'ascending',
  shortcode: 'ascending',
  source: 'ascending',
  date: 'ascending',
  place: 'ascending',
  turn: 'ascending',
  sending: 'ascending',
  created: 'ascending',
  dueDate: 'ascending',
  newest: 'descending',
  lastAdded: 'descending',
  activity: 'descending',
  tickets: 'descending',
  slowest: 'descending',
  unsettled: 'descending',
  /** Names that begin with the search text, then those that contain it. */
  beginning: 'ascending',
} as const;

export type SortedBy = keyof typeof DIRECTIONS;
type Direction = (typeof DIRECTIONS)[SortedBy];

/** `column`: key of the column that shows it; without one, text describes the order at every width. */
export type Sorted = { by: SortedBy; column?: string };

export const sortOf = ({ by, column }: Sorted, key: string): Direction | undefined =>
  column === key ? DIRECTIONS[by] : undefined;

export function useSortText({ by }: Sorted): string {
  return useT()(`common:sorted.${by}`);
}

type Shown = { key: string; hide?: 'narrow' | 'medium' | 'wide' };

/** Only at widths where no header shows it, and not above an empty list. */
const BELOW = { labelled: 'min-[600px]:hidden', hidden: 'min-[1100px]:hidden', unlabelled: '' };

function sortedClass({ column }: Sorted, columns: Shown[]): string {
  const shown = columns.find(({ key }) => key === column);
  return BELOW[shown ? (shown.hide === 'medium' ? 'hidden' : 'labelled') : 'unlabelled'];
}

export function SortText({ id, sorted, columns }: { id: string; sorted: Sorted; columns: Shown[] }) {
  const text = useSortText(sorted);
  return (
    <p id={id} className={`sorted-words ${sortedClass(sorted, columns)}`.trimEnd()}>
      {text}
    </p>
  );
}
