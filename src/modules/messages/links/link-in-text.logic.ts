const LINK = /https?:\/\/[^\s<>"'`\u202a-\u202e\u2066-\u2069]+/i;
/** A closing bracket belongs to the link only when it was opened inside. */
const TRAILING = /(?<![.,;:!?*_~)\]}])[.,;:!?*_~)\]}]+$/;
const MAX_LENGTH = 2000;

/** Canonical, without fragment; null when there is none. */
export function findLink(text: string): string | null {
  const [found] = LINK.exec(text) ?? [];
  if (!found || found.length > MAX_LENGTH) return null;
  const url = URL.parse(balanced(found));
  if (!url || url.username || url.password || !url.hostname.includes('.')) return null;
  url.hash = '';
  return url.href;
}

function balanced(link: string): string {
  const tail = TRAILING.exec(link)?.[0] ?? '';
  const body = link.slice(0, link.length - tail.length);
  const opens = body.split('(').length - body.split(')').length;
  return opens > 0 && tail.startsWith(')') ? `${body})` : body;
}
