export type CanonicalPath = (path: string) => string;

/** Existing clients write the fixed words of a path in any case. Ids, keys and tokens stay as sent. */
export function createCanonicalPath(routes: { path: string }[]): CanonicalPath {
  const words = new Map<string, string>();
  for (const { path } of routes) {
    const segments = path.split('/');
    for (const [index, word] of segments.entries())
      if (/^[a-z]/i.test(word)) words.set(place(segments, index), word);
  }
  return (path) => {
    const segments = path.split('/');
    return segments.map((word, index) => words.get(place(segments, index)) ?? word).join('/');
  };
}

function place(segments: string[], index: number): string {
  return `${segments[1]} ${index} ${segments[index]}`.toLowerCase();
}
