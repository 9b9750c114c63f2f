import type { ClickLinkView } from './click-to-chat.views.ts';

type Said = Pick<ClickLinkView, 'text' | 'source'>;
type Shown = Pick<ClickLinkView, 'text' | 'source' | 'label' | 'color' | 'side'>;

/** What the customer finds written: the source on a line of its own, where `sourceIn` looks for it. */
export function prefilled({ text, source }: Said): string {
  return [text.trim(), `Ref: ${source}`].filter(Boolean).join('\n');
}

/** E.g. `https://wa.me/5511999999999?text=Oi%0ARef%3A%20site`. */
export function linkTo(number: string, said: Said): string {
  return `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(prefilled(said).toWellFormed())}`;
}

/** To be pasted into a page of the company's own. */
export function scriptFor(origin: string, number: string, shown: Shown): string {
  const { text, source, label, color, side } = shown;
  const data = {
    number: number.replace(/\D/g, ''),
    text: text.trim(),
    source,
    ...(label && { label }),
    color,
    position: side,
  };
  const attributes = Object.entries(data).map(([name, value]) => `  data-${name}="${inAttribute(value)}"`);
  return [`<script src="${inAttribute(origin)}/widget.js" defer`, `${attributes.join('\n')}></script>`].join(
    '\n',
  );
}

/** Also for pages that are XML: no quote, no bracket, no line of its own. */
function inAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '&#10;');
}
