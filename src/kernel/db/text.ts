/** The driver stops reading at the first NUL, so text behind one would be hidden. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

const LONGEST_NAME = 256;

export function nameFrom(text: string): string {
  return cutAt(storable(text), LONGEST_NAME);
}

const signs = new Intl.Segmenter();
/** Longer than any sign that people write (a family of emoji has 25 UTF-16 units). */
const LONGEST_SIGN = 64;

/** `most` counts UTF-16 units; a sign of several units is not cut in two. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = Math.max(0, most - LONGEST_SIGN);
  const around = signs.segment(text.slice(from, most + LONGEST_SIGN));
  const start = around.containing(most - from)?.index ?? 0;
  return text.slice(0, start > 0 ? from + start : most).toWellFormed();
}
