import { fillAround } from './fill-placeholders.schema.ts';
import { canonicalName, VARIABLE, valueNamed } from './variable-names.schema.ts';

/** The contract's names and their aliases (message-flow §11). */
export const VARIABLES = [
  'name',
  'firstName',
  'ms',
  'gretting',
  'greeting',
  'protocol',
  'hora',
  'hour',
  'date',
  'data',
  'email',
  'number',
] as const;
export type Variable = (typeof VARIABLES)[number];

const NO_NAME = /^[\d\s()+.-]*$/;

export function hasVariables(text: string): boolean {
  return text.includes('{');
}

/** Values are never scanned for variables again. Why not mustache: docs/decisions. */
export function fillIn(text: string, values: Record<string, string>): string {
  return fillAround(text, VARIABLE, (name) => valueNamed(name, values));
}

export function variablesIn(text: string): string[] {
  const names = [...text.matchAll(VARIABLE)].map(([, triple, double, single]) =>
    single === undefined ? (triple ?? double ?? '').trim() : knownOnly(single),
  );
  return [...new Set(names)].filter((name) => name !== '');
}

/** Single braces mean a variable only around a known name. */
const knownOnly = (single: string): string => (canonicalName(single) === undefined ? '' : single.trim());

export type Fillable = { contact: { name: string; email?: string; number?: string }; protocol: string };

export function nameToFillIn({ contact }: { contact: { name: string } | undefined }): string {
  return !contact || NO_NAME.test(contact.name) ? '' : contact.name;
}

export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

export function unfilledVariables(text: string, ticket: Fillable): string[] {
  const empty: string[] = [];
  if (nameToFillIn(ticket) === '') empty.push('name', 'firstName');
  if (ticket.protocol === '') empty.push('protocol');
  const filled = VARIABLES.filter((name) => !empty.includes(name)) as readonly string[];
  return variablesIn(text).filter((name) => !filled.includes(canonicalName(name) ?? name));
}

export function withoutVariables(text: string): string {
  return text.replace(VARIABLE, (typed, _triple, _double, single?: string) =>
    single !== undefined && canonicalName(single) === undefined ? typed : '…',
  );
}
