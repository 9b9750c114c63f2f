import { MAX_ROWS, type Sheet, type SheetRow } from './imports.schema.ts';
import { BadSheet, cellsIn, HEAD_ROWS } from './sheet-cells.ts';
import { columnsIn } from './sheet-columns.ts';

/** Blocks for seconds: call it in a worker. Throws BadSheet. */
export function readSheetRows(file: Buffer): Sheet {
  const lines = cellsIn(file);
  const head = lines.slice(0, HEAD_ROWS).findIndex((cells) => columnsIn(cells).number >= 0);
  if (head < 0) throw new BadSheet(lines.some((cells) => cells.some(Boolean)) ? 'noNumber' : 'empty');
  const titles = lines[head] ?? [];
  const at = columnsIn(titles);
  const rows: SheetRow[] = [];
  for (const [index, cells] of lines.entries()) {
    if (index <= head || !cells.some(Boolean)) continue;
    const cell = (column: number) => cells[column] ?? '';
    rows.push({ line: index + 1, name: cell(at.name), number: cell(at.number), email: cell(at.email) });
  }
  if (rows.length === 0) throw new BadSheet('empty');
  if (rows.length > MAX_ROWS) throw new BadSheet('tooMany');
  const title = (column: number) => titles[column] ?? '';
  return { columns: { name: title(at.name), number: title(at.number), email: title(at.email) }, rows };
}
