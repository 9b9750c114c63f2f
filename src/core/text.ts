/** The driver stops reading at the first NUL, which would hide the text after it. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

const MAX_NAME = 256;

export function nameFrom(text: string): string {
  return cutAt(storable(text), MAX_NAME);
}

const signs = new Intl.Segmenter();
const MAX_SIGN = 64;

/** `most` counts UTF-16 units; does not cut a grapheme in two. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = Math.max(0, most - MAX_SIGN);
  const around = signs.segment(text.slice(from, most + MAX_SIGN));
  const start = around.containing(most - from)?.index ?? 0;
  return text.slice(0, start > 0 ? from + start : most).toWellFormed();
}
