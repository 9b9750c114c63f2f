export type Filled = { text: string; unknown: string[] };

/** For previews; the server fills in by messages/write. What has no example stays as it was typed. */
export function fillExample(text: string, values: Record<string, string>): Filled {
  const [start = '', ...parts] = text.split('{{');
  const filled: Filled = { text: start, unknown: [] };
  for (const part of parts) {
    const end = part.indexOf('}}');
    const isPlain = part.startsWith('{');
    const name = part.slice(isPlain ? 1 : 0, Math.max(end, 0)).trim();
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined && name !== '') filled.unknown.push(name);
    const rest = part.slice(end + (isPlain && part.startsWith('}}}', end) ? 3 : 2));
    filled.text += value === undefined ? `{{${part}` : value + rest;
  }
  return filled;
}
