export type Mentionable = { id: number; name: string };

/** Somebody who writes thousands of signs calls nobody: each is compared with everybody in the chat. */
const MOST_SIGNS = 100;

/** Ids of those whose name stands behind an @ sign. Of two names that both fit the longer one is meant. */
export function mentionedIn(text: string, people: readonly Mentionable[]): number[] {
  const lower = text.toLowerCase();
  const byLength = people
    .map(({ id, name }) => ({ id, name: name.trim().toLowerCase() }))
    .filter(({ name }) => name !== '')
    .sort((a, b) => b.name.length - a.name.length);
  const found = new Set<number>();
  let signs = 0;
  for (let at = lower.indexOf('@'); at >= 0 && signs < MOST_SIGNS; at = lower.indexOf('@', at + 1)) {
    signs += 1;
    const meant = byLength.find(({ name }) => isNamed(lower, at + 1, name));
    if (!meant) continue;
    // Two of one name cannot be told apart: both are called.
    for (const { id, name } of byLength) if (name === meant.name) found.add(id);
  }
  return [...found];
}

function isNamed(text: string, from: number, name: string): boolean {
  return (
    text.startsWith(name, from) &&
    !/^[\p{L}\p{N}]/u.test(text.slice(from + name.length, from + name.length + 2))
  );
}
