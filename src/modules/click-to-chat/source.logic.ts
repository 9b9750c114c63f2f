const END = 60;
const MARK = 'ref: ';
const CODE = /^[a-z0-9-]{1,30}$/;

/** `site-home` from a text ending in `Ref: site-home`, as links and the website's button prefill it. */
export function sourceIn(text: string): string | undefined {
  const end = text.slice(-END).trimEnd().toLowerCase();
  const at = end.lastIndexOf(MARK);
  if (at === -1 || (at > 0 && !/\s/.test(end.charAt(at - 1)))) return undefined;
  const code = end.slice(at + MARK.length);
  return CODE.test(code) ? code : undefined;
}
