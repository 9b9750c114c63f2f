import { MAX_ROWS, type Sheet, type SheetRow } from './imports.schema.ts';
import { BadSheet, cellsIn } from './sheet-cells.logic.ts';
import { columnsIn, titleRowIn } from './sheet-columns.logic.ts';
import { personReader } from './sheet-people.logic.ts';

/** Blocks for seconds: call it in a worker. Throws BadSheet. */
export function readSheetRows(file: Buffer): Sheet {
  const lines = cellsIn(file);
  const head = titleRowIn(lines);
  if (head < 0) throw new BadSheet(lines.some((cells) => cells.some(Boolean)) ? 'noNumber' : 'empty');
  const titles = lines[head] ?? [];
  const personIn = personReader(titles);
  const rows: SheetRow[] = [];
  for (const [index, cells] of lines.entries())
    if (index > head && cells.some(Boolean)) rows.push({ line: index + 1, ...personIn(cells) });
  if (rows.length === 0) throw new BadSheet('empty');
  if (rows.length > MAX_ROWS) throw new BadSheet('tooMany');
  const at = columnsIn(titles);
  const title = (column: number) => titles[column] ?? '';
  return { columns: { name: title(at.name), number: title(at.number), email: title(at.email) }, rows };
}
