import { MAX_ROWS } from './imports.schema.ts';
import { BadSheet, cellsIn, HEADER_ROWS } from './sheet-cells.logic.ts';
import { type Columns, columnsIn, isNumber, isTitles } from './sheet-columns.logic.ts';

/** `line` counts from 1, as spreadsheets show it. `guess` has column indexes; -1 for none. */
export type SheetTable = {
  titles: string[];
  lines: { line: number; cells: string[] }[];
  guess: Columns;
};

const MAX_COLUMNS = 20;
const INSPECTED_ROWS = 50;

/** With all columns, for a person to assign them. Blocks for seconds: call it in a worker. Throws BadSheet. */
export function readSheetTable(file: Buffer): SheetTable {
  const all = cellsIn(file).map((cells) => cells.slice(0, MAX_COLUMNS));
  const first = all.findIndex((cells) => cells.some(Boolean));
  if (first < 0) throw new BadSheet('empty');
  const named = all.slice(0, HEADER_ROWS).findIndex(isTitles);
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

function guessOf(titles: string[], lines: { cells: string[] }[]): Columns {
  const named = columnsIn(titles);
  const inspected = lines.slice(0, INSPECTED_ROWS);
  const taken = new Set(Object.values(named));
  const findColumn = (known: number, looksRight: (cell: string) => boolean) => {
    if (known >= 0) return known;
    const isMostly = (at: number) =>
      inspected.filter(({ cells }) => looksRight(cells[at] ?? '')).length * 2 > inspected.length;
    const at = titles.findIndex((_, column) => !taken.has(column) && isMostly(column));
    taken.add(at);
    return at;
  };
  const number = findColumn(named.number, isNumber);
  const email = findColumn(named.email, (cell) => cell.includes('@'));
  return { number, email, name: findColumn(named.name, (cell) => /\p{L}{2}/u.test(cell)) };
}
