/** Any other text is no colour: it must not reach a style attribute. */
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const FALLBACK = '#6b7280';

/** Grey for what is no colour. */
export function safeColor(color: string | null | undefined): string {
  const text = color?.trim() ?? '';
  if (!HEX.test(text)) return FALLBACK;
  return text.length === 4 ? `#${[...text.slice(1)].map((digit) => digit + digit).join('')}` : text;
}

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
export function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two `#rrggbb` colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever reads better: at least 4.58 on every background. */
export function textOn(background: string): '#000000' | '#ffffff' {
  const color = safeColor(background);
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';
}
