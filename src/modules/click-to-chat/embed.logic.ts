import type { ClickLinkView } from './click-to-chat.views.ts';

type LinkText = Pick<ClickLinkView, 'text' | 'source'>;
type Shown = Pick<ClickLinkView, 'text' | 'source' | 'label' | 'color' | 'side'>;

/** The customer's draft: the source on a separate line, where `sourceIn` looks for it. */
export function prefilled({ text, source }: LinkText): string {
  return [text.trim(), `Ref: ${source}`].filter(Boolean).join('\n');
}

export const linkTo = (number: string, link: LinkText): string => draftLink(number, prefilled(link));

/** E.g. `https://wa.me/5511999999999?text=Oi%0ARef%3A%20site`. */
export function draftLink(number: string, text: string): string {
  return `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(text.toWellFormed())}`;
}

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

/** Also safe in XML pages: no quotes, brackets or line breaks. */
function inAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '&#10;');
}
