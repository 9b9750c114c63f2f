export function firstOf<T>(all: T[], most: number, inOrder: (a: T, b: T) => number): T[] {
  let best: T[] = [];
  let last: T | undefined;
  for (const one of all) {
    if (last !== undefined && inOrder(one, last) >= 0) continue;
    best.push(one);
    if (best.length < 2 * most) continue;
    best = best.sort(inOrder).slice(0, most);
    last = best.at(-1);
  }
  return best.sort(inOrder).slice(0, most);
}
