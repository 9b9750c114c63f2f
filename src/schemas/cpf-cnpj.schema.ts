/** Without punctuation, in capitals. */
export function plainDocument(text: string): string {
  return text.replace(/[\s./-]/g, '').toUpperCase();
}

export function isCpfOrCnpj(document: string): boolean {
  return isCpf(document) || isCnpj(document);
}

function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || isOneLetter(text)) return false;
  return text.endsWith(checkDigits(text.slice(0, 9), 11));
}

/** Since July 2026 its first twelve may be letters, which count as their code less 48 (Receita Federal, IN 2.229). */
function isCnpj(text: string): boolean {
  if (!/^[A-Z\d]{12}\d\d$/.test(text) || isOneLetter(text)) return false;
  return text.endsWith(checkDigits(text.slice(0, 12), 9));
}

const isOneLetter = (text: string) => new Set(text).size === 1;

function checkDigits(base: string, heaviest: number): string {
  const first = checkDigit(base, heaviest);
  return `${first}${checkDigit(`${base}${first}`, heaviest)}`;
}

/** Weights rise from 2 at the right and begin again after the heaviest. */
function checkDigit(base: string, heaviest: number): number {
  const sum = [...base]
    .reverse()
    .reduce(
      (total, letter, index) => total + (letter.charCodeAt(0) - 48) * (2 + (index % (heaviest - 1))),
      0,
    );
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** `12345678909` as `123.456.789-09`, and a CNPJ as `12.345.678/0001-95`. */
export function shownDocument(document: string): string {
  if (document.length === 11) return document.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4');
  return document.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}
