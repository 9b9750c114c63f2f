import { searchable } from '@/core/db/search.ts';

/** Better titles first: of several number columns, the one most likely on WhatsApp is wanted. */
const NAMES = {
  name: [
    ['nome', 'name', 'nombre', 'nome completo', 'full name', 'display name', 'nome de exibicao'],
    ['contato', 'contact', 'contacto', 'cliente', 'razao social', 'nome fantasia'],
    ['first name', 'primeiro nome', 'given name'],
  ],
  number: [
    ['whatsapp', 'numero do whatsapp', 'numero de whatsapp'],
    ['celular', 'mobile', 'movil', 'mobile phone', 'telefone celular', 'telefono movil', 'telefono celular'],
    ['numero de celular', 'cell phone', 'mobile number', 'mobile phone number', 'whatsapp number'],
    ['celular 1', 'celular principal', 'phone 1 - value', 'telefone 1 - valor', 'telefono 1 - valor'],
    ['telefone', 'phone', 'telefono', 'fone', 'tel', 'phone number', 'numero de telefone'],
    // Beside a column of telephones this is the number of the address.
    ['numero', 'number'],
    ['numero de telefono', 'primary phone', 'telefone principal', 'home phone', 'business phone', 'fone 1'],
    ['telefone residencial', 'telefone comercial', 'telefono particular', 'telefono del trabajo'],
    ['telefone 1', 'phone 1', 'telefono 1'],
    ...[2, 3, 4, 5].map((n) => [`phone ${n} - value`, `telefone ${n} - valor`, `telefono ${n} - valor`]),
  ],
  email: [
    ['email', 'e-mail', 'mail', 'correo', 'correo electronico', 'email address', 'e-mail address'],
    ['e-mail 1 - value', 'e-mail 1 - valor', 'correo electronico 1 - valor', 'endereco de e-mail'],
    ['endereco de email', 'direccion de correo electronico'],
  ],
};

export const HEADER_ROWS = 10;

export type Columns = { name: number; number: number; email: number };

export function columnsIn(titles: string[]): Columns {
  return {
    name: columnOf(titles, NAMES.name),
    number: columnOf(titles, NAMES.number),
    email: columnOf(titles, NAMES.email),
  };
}

export function numberColumnsIn(titles: string[]): number[] {
  const content = titles.map(titleOf);
  return NAMES.number.flatMap((names) => content.flatMap((title, at) => (names.includes(title) ? [at] : [])));
}

/** Google writes a label column beside each number; indexes by the number's column. */
export function labelColumnsIn(titles: string[]): Map<number, number> {
  const words = titles.map(titleOf);
  return new Map(
    words.flatMap((title, at) => {
      const number = /^(.+) - (?:value|valor)$/.exec(title)?.[1];
      const label = words.findIndex((one) => LABELS.map((word) => `${number} - ${word}`).includes(one));
      return number && label >= 0 ? [[at, label] as const] : [];
    }),
  );
}
const LABELS = ['label', 'type', 'tipo', 'etiqueta', 'rotulo', 'marcador'];

export const isMobileLabel = (cell: string): boolean =>
  /^(\* )?(whatsapp|mobile|cell(phone)?|celular|movil)\b/.test(searchable(cell));

const INSPECTED_ROWS = 50;

/** Index among the first rows; -1 for none. */
export function titleRowIn(lines: string[][]): number {
  return lines
    .slice(0, HEADER_ROWS)
    .findIndex(
      (cells, at) => isTitles(cells) && !areLabels(cells, lines.slice(at + 1, at + 1 + INSPECTED_ROWS)),
    );
}

/** A row of people may contain such a word too, as Google's "Mobile" beside each number. */
function isTitles(cells: string[]): boolean {
  return columnsIn(cells).number >= 0 && !cells.some(isOfPerson);
}

/** As "Celular" of a person without number: the column below it has text, and another the numbers. */
function areLabels(titles: string[], below: string[][]): boolean {
  const named = new Set(numberColumnsIn(titles));
  const hasNumber = (isNamed: boolean) =>
    below.some((cells) => cells.some((cell, at) => named.has(at) === isNamed && hasDigits(cell)));
  const hasText = below.some((cells) => cells.some((cell, at) => named.has(at) && /\p{L}/u.test(cell)));
  return hasText && !hasNumber(true) && hasNumber(false);
}

export function isOfPerson(cell: string): boolean {
  return hasDigits(cell) || isDamagedNumber(cell) || cell.includes('@');
}

/** Also with remarks around them, as `(11) 98888-7777 (Ana)`. */
export const hasDigits = (cell: string) => cell.replace(/\D/g, '').length >= 8;

export function isNumber(cell: string): boolean {
  return /^[\d\s+().-]+$/.test(cell) && cell.replace(/\D/g, '').length >= 8;
}

export function isDamagedNumber(cell: string): boolean {
  return /^\d[.,]\d{1,12}E\+?\d{1,2}$/i.test(cell.trim());
}

function columnOf(cells: string[], names: string[][]): number {
  const content = cells.map(titleOf);
  for (const known of names) {
    const at = content.findIndex((title) => known.includes(title));
    if (at >= 0) return at;
  }
  return -1;
}

function titleOf(cell: string): string {
  return searchable(cell)
    .replaceAll('_', ' ')
    .replace(/(?<![.:*])[.:*]+$/, '');
}
