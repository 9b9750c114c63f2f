type Routed = { method: string; path: string };

/** Tells whether one of the routes answers a GET of a path. */
export function createPathMatcher(routes: Routed[]): (path: string) => boolean {
  const byLength = new Map<number, string[][]>();
  for (const { method, path } of routes) {
    if (method !== 'GET' || path.includes('*')) continue;
    const segments = path.split('/');
    byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), segments]);
  }
  return (path) => {
    const given = path.split('/');
    const known = byLength.get(given.length) ?? [];
    return known.some((segments) =>
      segments.every((word, index) => (word.startsWith(':') ? given[index] !== '' : word === given[index])),
    );
  };
}
