export type Person = { id: number; name: string };
export type Asked = { from: number; to: number; typed: string };

const MAX_LENGTH = 40;

/** The text between the last @ and the caret, if it may be the beginning of a name. */
export function askedMention(text: string, caret: number): Asked | undefined {
  const at = text.lastIndexOf('@', caret - 1);
  if (at < 0 || caret - at > MAX_LENGTH) return undefined;
  if (at > 0 && !/\s/.test(text[at - 1] ?? '')) return undefined;
  const typed = text.slice(at + 1, caret);
  return typed.includes('\n') ? undefined : { from: at, to: caret, typed };
}

export function offeredFor({ typed }: Asked, people: readonly Person[]): Person[] {
  const wanted = typed.toLowerCase();
  return people.filter(({ name }) => name.toLowerCase().startsWith(wanted)).slice(0, 8);
}

export function withMention(
  text: string,
  { from, to }: Asked,
  { name }: Person,
): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + text.slice(to), caret: before.length };
}
