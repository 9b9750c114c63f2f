import { MAX_ROWS } from './imports.schema.ts';
import { BadSheet, cellsIn, HEAD_ROWS } from './sheet-cells.ts';
import { type Columns, columnsIn, isNumber, isTitles } from './sheet-columns.ts';

/** `line` counts from 1, as spreadsheets show it. `guess` names columns by their place; -1 for none. */
export type SheetTable = {
  titles: string[];
  lines: { line: number; cells: string[] }[];
  guess: Columns;
};

const MAX_COLUMNS = 20;
const LOOKED_AT = 50;

/** With all its columns, for people to say which is which. Blocks for seconds: call it in a worker. Throws BadSheet. */
export function readSheetTable(file: Buffer): SheetTable {
  const all = cellsIn(file).map((cells) => cells.slice(0, MAX_COLUMNS));
  const first = all.findIndex((cells) => cells.some(Boolean));
  if (first < 0) throw new BadSheet('empty');
  const named = all.slice(0, HEAD_ROWS).findIndex(isTitles);
  const isUntitled = named < 0 && all[first]?.some(isNumber);
  const head = isUntitled ? first - 1 : named < 0 ? first : named;
  const lines = all
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ line, cells }) => line > head + 1 && cells.some(Boolean));
  if (lines.length === 0) throw new BadSheet('empty');
  if (lines.length > MAX_ROWS) throw new BadSheet('tooMany');
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const titles = Array.from({ length: width }, (_, at) => (isUntitled ? '' : (all[head]?.[at] ?? '')));
  return { titles, lines, guess: guessOf(titles, lines) };
}

/** What no title says is guessed from what stands in most lines. */
function guessOf(titles: string[], lines: { cells: string[] }[]): Columns {
  const named = columnsIn(titles);
  const looked = lines.slice(0, LOOKED_AT);
  const taken = new Set(Object.values(named));
  const place = (known: number, looksRight: (cell: string) => boolean) => {
    if (known >= 0) return known;
    const isMostly = (at: number) =>
      looked.filter(({ cells }) => looksRight(cells[at] ?? '')).length * 2 > looked.length;
    const at = titles.findIndex((_, column) => !taken.has(column) && isMostly(column));
    taken.add(at);
    return at;
  };
  const number = place(named.number, isNumber);
  const email = place(named.email, (cell) => cell.includes('@'));
  return { number, email, name: place(named.name, (cell) => /\p{L}{2}/u.test(cell)) };
}
