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

/** As `fillIn` reads them. */
const NAMED = /\{\{\{\s*(\w+)\s*\}\}\}|\{\{\s*(\w+)\s*\}\}/g;

/** The names in braces, each once, as they stand in the text. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(NAMED)].map(([, bare, plain]) => bare ?? plain ?? ''))];
}

/** Those that nothing is filled in for: the customer would read the braces. */
export function unknownVariables(text: string): string[] {
  const known: readonly string[] = VARIABLES;
  return variablesIn(text).filter((name) => !known.includes(name));
}
