import { MAX_ROWS } from './imports.schema.ts';
import { BadSheet, cellsIn } from './sheet-cells.logic.ts';
import { type Columns, columnsIn, isNumber, isOfPerson, titleRowIn } from './sheet-columns.logic.ts';
import { personReader } from './sheet-people.logic.ts';

/** `line` counts from 1, as spreadsheets show it. `guess` has column indexes; -1 for none. */
export type SheetTable = {
  titles: string[];
  lines: { line: number; cells: string[] }[];
  guess: Columns;
};

const MAX_COLUMNS = 20;
const INSPECTED_ROWS = 50;

/**
 * With its filled columns, for a person to assign them; the guessed ones hold each row's best number and whole name.
 * Blocks for seconds: call it in a worker. Throws BadSheet.
 */
export function readSheetTable(file: Buffer): SheetTable {
  const all = cellsIn(file);
  const first = all.findIndex((cells) => cells.some(Boolean));
  if (first < 0) throw new BadSheet('empty');
  const named = titleRowIn(all);
  const isUntitled = named < 0 && all[first]?.some(isOfPerson);
  const head = isUntitled ? first - 1 : named < 0 ? first : named;
  const lines = all
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ line, cells }) => line > head + 1 && cells.some(Boolean));
  if (lines.length === 0) throw new BadSheet('empty');
  if (lines.length > MAX_ROWS) throw new BadSheet('tooMany');
  const titles = isUntitled ? [] : (all[head] ?? []);
  return withGuess(narrowed(titles, named < 0 ? lines : withPeople(titles, lines)));
}

type Lines = SheetTable['lines'];

function withPeople(titles: string[], lines: Lines): Lines {
  const at = columnsIn(titles);
  const personIn = personReader(titles);
  return lines.map(({ line, cells }) => {
    const person = personIn(cells);
    const filled = [...cells];
    for (const field of ['name', 'number', 'email'] as const)
      if (at[field] >= 0 && person[field]) filled[at[field]] = person[field];
    return { line, cells: Array.from(filled, (cell) => cell ?? '') };
  });
}

/** Exports of address books have many columns that nobody filled in. */
function narrowed(titles: string[], lines: Lines): { titles: string[]; lines: Lines } {
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = Array.from({ length: width }, (_, at) => at);
  const named = Object.values(columnsIn(titles)).filter((at) => at >= 0);
  const isFilled = (at: number) => titles.length === 0 || lines.some(({ cells }) => cells[at]);
  const others = columns.filter((at) => !named.includes(at) && isFilled(at));
  const kept = [...named, ...others.slice(0, MAX_COLUMNS - named.length)].sort((a, b) => a - b);
  return {
    titles: kept.map((at) => titles[at] ?? ''),
    lines: lines.map(({ line, cells }) => ({ line, cells: kept.map((at) => cells[at] ?? '') })),
  };
}

function withGuess({ titles, lines }: { titles: string[]; lines: Lines }): SheetTable {
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
  const name = findColumn(named.name, (cell) => /\p{L}{2}/u.test(cell));
  return { titles, lines, guess: { number, email, name } };
}
