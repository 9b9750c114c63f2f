const MAX_BYTES = 1_000_000;

export function countFitting(sizes: number[]): number {
  let bytes = 0;
  const first = sizes.findIndex((size) => {
    bytes += size;
    return bytes > MAX_BYTES;
  });
  return first < 0 ? sizes.length : Math.max(1, first);
}
