import { searchable } from '@/kernel/db/search.ts';

/** Better ones first: where a sheet has several such columns, the number that is on WhatsApp is sought. */
const NAMES = {
  name: [
    ['nome', 'name', 'nombre', 'nome completo', 'full name', 'display name', 'nome de exibicao'],
    ['contato', 'contact', 'contacto', 'cliente', 'razao social', 'nome fantasia'],
    ['first name', 'primeiro nome', 'given name'],
  ],
  number: [
    ['whatsapp', 'numero do whatsapp', 'numero de whatsapp'],
    ['celular', 'mobile', 'movil', 'mobile phone', 'telefone celular', 'telefono movil', 'telefono celular'],
    ['celular 1', 'celular principal', 'phone 1 - value', 'telefone 1 - valor', 'telefono 1 - valor'],
    [
      'numero',
      'number',
      'telefone',
      'phone',
      'telefono',
      'fone',
      'tel',
      'phone number',
      'numero de telefone',
    ],
    ['numero de telefono', 'primary phone', 'telefone principal', 'home phone', 'business phone', 'fone 1'],
    ['telefone 1', 'phone 1', 'telefono 1'],
    ...[2, 3, 4, 5].map((n) => [`phone ${n} - value`, `telefone ${n} - valor`, `telefono ${n} - valor`]),
  ],
  email: [
    ['email', 'e-mail', 'mail', 'correo', 'correo electronico', 'email address', 'e-mail address'],
    ['e-mail 1 - value', 'e-mail 1 - valor', 'correo electronico 1 - valor', 'endereco de e-mail'],
  ],
};

export type Columns = { name: number; number: number; email: number };

/** By their titles; -1 for none. */
export function columnsIn(titles: string[]): Columns {
  return {
    name: columnOf(titles, NAMES.name),
    number: columnOf(titles, NAMES.number),
    email: columnOf(titles, NAMES.email),
  };
}

/** All columns that hold a number, the best first. */
export function numberColumnsIn(titles: string[]): number[] {
  const words = titles.map(titleOf);
  return NAMES.number.flatMap((names) => words.flatMap((title, at) => (names.includes(title) ? [at] : [])));
}

/** Google writes beside each number what it is: where such a column stands, by the column of the number. */
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

/** As its owner has written it, or as Google has: `* Mobile` is the first of all. */
export const isMobileLabel = (cell: string): boolean =>
  /^(\* )?(whatsapp|mobile|cell(phone)?|celular|movil)\b/.test(searchable(cell));

/** A row of people may hold such a word too, as Google's "Mobile" beside each number. */
export function isTitles(cells: string[]): boolean {
  return columnsIn(cells).number >= 0 && !cells.some(isNumber);
}

export function isNumber(cell: string): boolean {
  return /^[\d\s+().-]+$/.test(cell) && cell.replace(/\D/g, '').length >= 8;
}

/** As a spreadsheet writes a long number that it has rounded. */
export function isDamagedNumber(cell: string): boolean {
  return /^\d[.,]\d{1,12}E\+?\d{1,2}$/i.test(cell.trim());
}

function columnOf(cells: string[], names: string[][]): number {
  const words = cells.map(titleOf);
  for (const known of names) {
    const at = words.findIndex((title) => known.includes(title));
    if (at >= 0) return at;
  }
  return -1;
}

function titleOf(cell: string): string {
  return searchable(cell)
    .replaceAll('_', ' ')
    .replace(/(?<![.:*])[.:*]+$/, '');
}
