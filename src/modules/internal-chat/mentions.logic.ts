export type Mentionable = { id: number; name: string };

/** Bounds the work: each sign is compared with every member. */
const MAX_SIGNS = 100;

/** Ids of those whose name follows an @ sign. If two names match, the longer one counts. */
export function mentionedIn(text: string, people: readonly Mentionable[]): number[] {
  const lower = text.toLowerCase();
  const byLength = people
    .map(({ id, name }) => ({ id, name: name.trim().toLowerCase() }))
    .filter(({ name }) => name !== '')
    .sort((a, b) => b.name.length - a.name.length);
  const found = new Set<number>();
  let signs = 0;
  for (let at = lower.indexOf('@'); at >= 0 && signs < MAX_SIGNS; at = lower.indexOf('@', at + 1)) {
    signs += 1;
    const meant = byLength.find(({ name }) => isNamed(lower, at + 1, name));
    if (!meant) continue;
    // Users with the same name cannot be distinguished: both are mentioned.
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
