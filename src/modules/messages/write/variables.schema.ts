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

const VARIABLE = /\{\{\{\s*(\w+)\s*\}\}\}|\{\{\s*(\w+)\s*\}\}/g;

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
    const name = bare ?? plain ?? '';
    return Object.hasOwn(values, name) ? (values[name] ?? typed) : typed;
  });
}

/** The names in braces, each once, as they stand in the text. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, bare, plain]) => bare ?? plain ?? ''))];
}

/** Those that nothing is filled in for: the customer would read the braces. */
export function unknownVariables(text: string): string[] {
  const known: readonly string[] = VARIABLES;
  return variablesIn(text).filter((name) => !known.includes(name));
}
