/**
 * How a cell begins that a table calculator runs: one of these, their wide and small twins, behind blanks, quotes and
 * apostrophes that it may drop (OWASP, CSV injection).
 */
const FORMULA = /^[\s"']*[=+\-@＝＋－＠﹢﹣﹦﹫]/u;
const SEPARATORS = /["',;|\t\r\n]/;

/** One cell of a CSV file: what would run is words behind an apostrophe, what could fall apart is between quotes. */
export function toCell(text: string): string {
  const harmless = isFormula(text) ? `'${text}` : text;
  return SEPARATORS.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** What `toCell` has made of a text; anything else as it is. */
export function fromCell(text: string): string {
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
}

const isFormula = (text: string) => FORMULA.test(text) || /^[\t\r\n]/.test(text);
