type Routed = { method: string; path: string };

/** Tells whether one of the routes answers a GET of a path. */
export function createPathMatcher(routes: Routed[]): (path: string) => boolean {
  const known = routes
    .filter(({ method, path }) => method === 'GET' && !path.includes('*'))
    .map(({ path }) => path.split('/'));
  return (path) => {
    const given = path.split('/');
    return known.some(
      (segments) =>
        segments.length === given.length &&
        segments.every((word, index) => (word.startsWith(':') ? given[index] !== '' : word === given[index])),
    );
  };
}
