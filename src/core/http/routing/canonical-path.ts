export type CanonicalPath = (path: string) => string;

/** Existing clients write the fixed parts of a path in any case. Ids, keys and tokens stay as sent. */
export function createCanonicalPath(routes: { path: string }[]): CanonicalPath {
  const parameters = new Map<string, string>();
  for (const { path } of routes) {
    const segments = path.split('/');
    for (const [index, segment] of segments.entries())
      if (/^[a-z]/i.test(segment)) parameters.set(placeholder(segments, index), segment);
  }
  return (path) => {
    const segments = path.split('/');
    return segments
      .map((segment, index) => parameters.get(placeholder(segments, index)) ?? segment)
      .join('/');
  };
}

function placeholder(segments: string[], index: number): string {
  return `${segments[1]} ${index} ${segments[index]}`.toLowerCase();
}
