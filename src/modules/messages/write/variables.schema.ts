import { fillAround } from './fill-around.schema.ts';

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
] as const;
export type Variable = (typeof VARIABLES)[number];

/** Unknown names match too: `{{endereço}}` must not reach the customer. */
const VARIABLE = /\{\{\{([^{}]{1,60})\}\}\}|\{\{([^{}]{1,60})\}\}/g;
const NO_NAME = /^[\d\s()+.-]*$/;

export function hasVariables(text: string): boolean {
  return text.includes('{{');
}

/** A value is never read for variables again. Why not mustache: docs/decisions. */
export function fillIn(text: string, values: Record<string, string>): string {
  return fillAround(text, VARIABLE, (name) => (Object.hasOwn(values, name) ? values[name] : undefined));
}

export function variablesIn(text: string): string[] {
  const names = [...text.matchAll(VARIABLE)].map(([, bare, plain]) => (bare ?? plain ?? '').trim());
  return [...new Set(names)].filter((name) => name !== '');
}

export type Fillable = { contact: { name: string }; protocol: string };

/** '' of a customer who has told no name, and is kept under their number. */
export function nameToFillIn({ contact }: { contact: { name: string } | undefined }): string {
  return !contact || NO_NAME.test(contact.name) ? '' : contact.name;
}

export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

export function unfilledVariables(text: string, ticket: Fillable): string[] {
  const empty: string[] = [];
  if (nameToFillIn(ticket) === '') empty.push('name', 'firstName');
  if (ticket.protocol === '') empty.push('protocol');
  const filled = VARIABLES.filter((name) => !empty.includes(name)) as readonly string[];
  return variablesIn(text).filter((name) => !filled.includes(name));
}

export function withoutVariables(text: string): string {
  return text.replace(VARIABLE, '…');
}
