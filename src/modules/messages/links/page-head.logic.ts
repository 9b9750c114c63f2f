import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { storable } from '@/core/text.ts';

export type PageHead = { title: string; description: string; siteName: string; image: string };

const TITLE = 200;
const DESCRIPTION = 300;
const SITE_NAME = 100;
const MAX_LENGTH = 2000;

const NAMES = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  siteName: ['og:site_name', 'application-name'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
};
const WANTED = new Set(Object.values(NAMES).flat());

/** Source: Open Graph (ogp.me). */
export async function readPageHead(bytes: Uint8Array, charset: string | null): Promise<PageHead> {
  const found = new Map<string, string>();
  let title = '';
  let titles = 0;
  const reader = new HTMLRewriter()
    .on('meta', {
      element(tag) {
        const name = (tag.getAttribute('property') ?? tag.getAttribute('name') ?? '').toLowerCase();
        const content = tag.getAttribute('content');
        if (content && WANTED.has(name) && !found.has(name)) found.set(name, content.slice(0, MAX_LENGTH));
      },
    })
    .on('title', {
      element() {
        titles += 1;
      },
      // An inline SVG has a title too.
      text(part) {
        if (titles === 1 && title.length < 10 * TITLE) title += part.text;
      },
    });
  await reader.transform(new Response(decode(bytes, charset))).text();
  const first = (names: string[]) =>
    names
      .map((name) => collapseSpaces(decodeHTMLAttribute(found.get(name) ?? '')))
      .find((text) => text !== '') ?? '';
  return {
    title: cut(first(NAMES.title) || collapseSpaces(decodeHTML(title)), TITLE),
    description: cut(first(NAMES.description), DESCRIPTION),
    siteName: cut(first(NAMES.siteName), SITE_NAME),
    image: first(NAMES.image),
  };
}

function decode(bytes: Uint8Array, charset: string | null): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  const name = charset ?? /<meta[^>]+charset\s*=\s*["']?([\w:-]+)/i.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(name as Bun.Encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Direction marks could disguise a link. */
function collapseSpaces(text: string): string {
  const clean = text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim();
  return storable(clean.toWellFormed());
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
