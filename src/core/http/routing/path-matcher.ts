type Routed = { method: string; path: string };

export function createPathMatcher(routes: Routed[]): (path: string) => boolean {
  const methodsOf = createMethodFinder(routes);
  return (path) => methodsOf(path).includes('GET');
}

/** For the Allow header; [] for an unknown path. */
export function createMethodFinder(routes: Routed[]): (path: string) => string[] {
  const exact = routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*'));
  const rows = [...Map.groupBy(exact, ({ path }) => path)].map(([path, same]) => ({
    segments: path.split('/'),
    methods: same.map(({ method }) => method),
  }));
  return (path) => {
    const sent = path.split('/');
    const methods = rows.filter(({ segments }) => isMatch(segments, sent)).flatMap((row) => row.methods);
    return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
  };
}

const isMatch = (segments: string[], sent: string[]) =>
  segments.length === sent.length &&
  segments.every((segment, index) =>
    segment.startsWith(':') ? sent[index] !== '' : segment === sent[index],
  );
