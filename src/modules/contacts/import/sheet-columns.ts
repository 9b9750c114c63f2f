import { searchable } from '@/kernel/db/search.ts';

const NAMES = {
  name: ['nome', 'name', 'nombre', 'contato', 'contact', 'contacto', 'cliente', 'nome completo', 'full name'],
  number: [
    'numero',
    'number',
    'telefone',
    'phone',
    'celular',
    'whatsapp',
    'telefono',
    'fone',
    'movil',
    'tel',
    'mobile',
    'phone number',
    'numero de telefone',
  ],
  email: ['email', 'e-mail', 'mail', 'correo', 'correo electronico'],
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

function columnOf(cells: string[], names: string[]): number {
  return cells.findIndex((cell) => names.includes(searchable(cell).replace(/(?<![.:*])[.:*]+$/, '')));
}
