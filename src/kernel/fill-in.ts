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
