/** As much text as a page of a conversation holds. */
const MOST_BYTES = 1_000_000;

/** How many of these texts, by their bytes and in the order of reading, fit a page: one always does. */
export function countFitting(sizes: number[]): number {
  let bytes = 0;
  const first = sizes.findIndex((size) => {
    bytes += size;
    return bytes > MOST_BYTES;
  });
  return first < 0 ? sizes.length : Math.max(1, first);
}
