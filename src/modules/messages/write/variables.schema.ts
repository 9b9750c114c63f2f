/** What an agent's text may leave to be filled in: the contract's names and their aliases (message-flow §11). */
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

/** Whatever stands in braces was meant for one, `{{endereço}}` and `{{nome do cliente}}` too. */
const VARIABLE = /\{\{\{([^{}]{1,60})\}\}\}|\{\{([^{}]{1,60})\}\}/g;
/** Nobody has told a name yet: it is nothing, or the number that stands in its place. */
const NO_NAME = /^[\d\s()+.-]*$/;

/** Whether there is anything to fill in, before the values are looked up. */
export function hasVariables(text: string): boolean {
  return text.includes('{{');
}

/**
 * Puts values where `{{name}}` stands, as they are: for plain text, once, so that a value is never read again. A name
 * without a value and braces that do not match stay as they were typed (why not mustache: docs/decisions).
 */
export function fillIn(text: string, values: Record<string, string>): string {
  return text.replace(VARIABLE, (typed: string, bare: string | undefined, plain: string | undefined) => {
    const name = (bare ?? plain ?? '').trim();
    return Object.hasOwn(values, name) ? (values[name] ?? typed) : typed;
  });
}

/** The names in braces, each once, as they stand in the text. */
export function variablesIn(text: string): string[] {
  const names = [...text.matchAll(VARIABLE)].map(([, bare, plain]) => (bare ?? plain ?? '').trim());
  return [...new Set(names)].filter((name) => name !== '');
}

/** What a ticket has to be filled in; the rest is the moment's. */
export type Fillable = { contact: { name: string }; protocol: string };

export function nameToFillIn({ contact }: Pick<Fillable, 'contact'>): string {
  return NO_NAME.test(contact.name) ? '' : contact.name;
}

/** Those that nothing can be filled in for in this ticket: names that nobody knows, and known ones without a value. */
export function unfilledVariables(text: string, ticket: Fillable): string[] {
  const empty: string[] = [];
  if (nameToFillIn(ticket) === '') empty.push('name', 'firstName');
  if (ticket.protocol === '') empty.push('protocol');
  const filled = VARIABLES.filter((name) => !empty.includes(name)) as readonly string[];
  return variablesIn(text).filter((name) => !filled.includes(name));
}

/** For reading at a glance: an ellipsis where something is still missing. */
export function withoutVariables(text: string): string {
  return text.replace(VARIABLE, '…');
}
