import { contrast } from '@/schemas/color.schema.ts';

/** Any other text is no colour: it must not reach a style attribute. */
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const FALLBACK = '#6b7280';

export function safeColor(color: string | null | undefined): string {
  const text = color?.trim() ?? '';
  if (!HEX.test(text)) return FALLBACK;
  return text.length === 4 ? `#${[...text.slice(1)].map((digit) => digit + digit).join('')}` : text;
}

/** Black or white, whichever reads better: at least 4.58 on every background. */
export function textOn(background: string): '#000000' | '#ffffff' {
  const color = safeColor(background);
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';
}
