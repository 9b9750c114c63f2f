import {
  columnsIn,
  hasDigits,
  isMobileLabel,
  labelColumnsIn,
  numberColumnsIn,
} from './sheet-columns.logic.ts';

type Person = { name: string; number: string; email: string };

/** For rows below these titles; '' for what they do not have. */
export function personReader(titles: string[]): (cells: string[]) => Person {
  const at = columnsIn(titles);
  const numbers = numberColumnsIn(titles);
  const labels = labelColumnsIn(titles);
  return (cells) => {
    // Google joins several values of one kind.
    const cell = (column: number) => cells[column]?.split(' ::: ', 1)[0] ?? '';
    // Lines may have their number in different columns: Celular is empty when only Fone is known.
    const filled = numbers.filter((column) => cell(column) !== '');
    const complete = filled.filter((column) => hasDigits(cell(column)));
    const mobile = complete.find((column) => isMobileLabel(cell(labels.get(column) ?? -1)));
    const number = cell(mobile ?? complete[0] ?? filled[0] ?? at.number);
    return { name: nameIn(cells, titles, at.name), number, email: cell(at.email) };
  };
}

/** Google and Outlook split names into two columns. */
function nameIn(cells: string[], titles: string[], at: number): string {
  const first = cells[at] ?? '';
  const last = titles.findIndex((title) => /^(last name|family name|sobrenome|apellidos?)$/i.test(title));
  const company = titles.findIndex((title) =>
    /^(organization( 1 -)? name|company|empresa|fantasia)$/i.test(title),
  );
  const isSplit = /^(first name|given name|primeiro nome|nome|nombre)$/i.test(titles[at] ?? '');
  const name = isSplit ? `${first} ${cells[last] ?? ''}`.trim() : first;
  return name || (cells[company] ?? '');
}
