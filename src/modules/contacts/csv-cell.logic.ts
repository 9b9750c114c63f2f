/** Spreadsheets execute cells that begin so, also in full width and after blanks or quotes (OWASP, CSV injection). */
const FORMULA = /^[\s"']*[=+\-@＝＋－＠﹢﹣﹦﹫]/u;
const SEPARATORS = /["',;|\t\r\n]/;

export function toCell(text: string): string {
  const harmless = isFormula(text) ? `'${text}` : text;
  return SEPARATORS.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function fromCell(text: string): string {
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
}

const isFormula = (text: string) => FORMULA.test(text) || /^[\t\r\n]/.test(text);
