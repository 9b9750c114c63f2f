/** What a text is read back as: the driver stops at the first NUL, so what follows it would be hidden. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

const LONGEST_NAME = 256;

/** What others call themselves, a group, a place or a file, as it is stored. */
export function nameFrom(text: string): string {
  return cutAt(storable(text), LONGEST_NAME);
}

const signs = new Intl.Segmenter();
/** Longer than any sign that people write (a family of emoji has 25 letters). */
const LONGEST_SIGN = 64;

/** The beginning of a text, of so many letters (as UTF-16) at most; a sign of several letters is not cut in two. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = Math.max(0, most - LONGEST_SIGN);
  const around = signs.segment(text.slice(from, most + LONGEST_SIGN));
  const start = around.containing(most - from)?.index ?? 0;
  // A sign without an end is none: it is cut like letters.
  return text.slice(0, start > 0 ? from + start : most).toWellFormed();
}
