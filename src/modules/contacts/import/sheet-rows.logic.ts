import { MAX_ROWS, type Sheet, type SheetRow } from './imports.schema.ts';
import { BadSheet, cellsIn, HEADER_ROWS } from './sheet-cells.logic.ts';
import {
  columnsIn,
  isMobileLabel,
  isTitles,
  labelColumnsIn,
  numberColumnsIn,
} from './sheet-columns.logic.ts';

/** Blocks for seconds: call it in a worker. Throws BadSheet. */
export function readSheetRows(file: Buffer): Sheet {
  const lines = cellsIn(file);
  const head = lines.slice(0, HEADER_ROWS).findIndex(isTitles);
  if (head < 0) throw new BadSheet(lines.some((cells) => cells.some(Boolean)) ? 'noNumber' : 'empty');
  const titles = lines[head] ?? [];
  const at = columnsIn(titles);
  const numbers = numberColumnsIn(titles);
  const labels = labelColumnsIn(titles);
  const rows: SheetRow[] = [];
  for (const [index, cells] of lines.entries()) {
    if (index <= head || !cells.some(Boolean)) continue;
    // Google joins several values of one kind.
    const cell = (column: number) => cells[column]?.split(' ::: ', 1)[0] ?? '';
    // Lines may have their number in different columns: Celular is empty when only Fone is known.
    const filled = numbers.filter((column) => cell(column) !== '');
    const mobile = filled.find((column) => isMobileLabel(cell(labels.get(column) ?? -1)));
    const number = cell(mobile ?? filled[0] ?? at.number);
    rows.push({ line: index + 1, name: nameIn(cells, titles, at.name), number, email: cell(at.email) });
  }
  if (rows.length === 0) throw new BadSheet('empty');
  if (rows.length > MAX_ROWS) throw new BadSheet('tooMany');
  const title = (column: number) => titles[column] ?? '';
  return { columns: { name: title(at.name), number: title(at.number), email: title(at.email) }, rows };
}

/** Google and Outlook split names into two columns. */
function nameIn(cells: string[], titles: string[], at: number): string {
  const first = cells[at] ?? '';
  if (!/^(first name|given name|primeiro nome|nome|nombre)$/i.test(titles[at] ?? '')) return first;
  const last = titles.findIndex((title) => /^(last name|family name|sobrenome|apellidos?)$/i.test(title));
  const company = titles.findIndex((title) => /^(organization name|company)$/i.test(title));
  return `${first} ${cells[last] ?? ''}`.trim() || (cells[company] ?? '');
}
