type Routed = { method: string; path: string };

export function createPathMatcher(routes: Routed[]): (path: string) => boolean {
  const known = routes
    .filter(({ method, path }) => method === 'GET' && !path.includes('*'))
    .map(({ path }) => path.split('/'));
  return (path) => {
    const options = path.split('/');
    return known.some(
      (segments) =>
        segments.length === options.length &&
        segments.every((segment, index) =>
          segment.startsWith(':') ? options[index] !== '' : segment === options[index],
        ),
    );
  };
}
