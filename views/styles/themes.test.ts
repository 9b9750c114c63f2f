import { expect, test } from 'bun:test';
import { contrast } from '@/schemas/color.schema.ts';

const text = await Bun.file(new URL('./themes.css', import.meta.url)).text();

function theme(name: string): Record<string, string> {
  const block = text.split('@plugin').find((part) => part.includes(`name: "${name}"`)) ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--(?:color-)?([\w-]+): (#[0-9a-f]{6});/g)].map((at) => [at[1], at[2]]),
  );
}

function mix(over: string, under: string, share: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) =>
    Math.round(channel(over, at) * share + channel(under, at) * (1 - share)),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const SURFACES = ['base-100', 'base-200'];
const TONES = ['primary', 'info', 'success', 'warning', 'error'];
const FILLED = [...TONES, 'secondary', 'accent', 'neutral'];

for (const name of ['light', 'dark']) {
  const colors = theme(name);
  const of = (key: string) => {
    const color = colors[key];
    if (!color) throw new Error(`${name} has no ${key}`);
    return color;
  };

  test(`${name}: text has a contrast of 4.5 to 1 on every surface`, () => {
    for (const surface of [...SURFACES, 'quiet']) {
      for (const ink of ['base-content', ...(surface === 'quiet' ? [] : ['muted', ...TONES])]) {
        expect([ink, surface, contrast(of(ink), of(surface)) >= 4.5]).toEqual([ink, surface, true]);
      }
    }
  });

  test(`${name}: message text colors have a contrast of 4.5 to 1 on their bubble`, () => {
    for (const bubble of ['bubble', 'bubble-own']) {
      for (const ink of ['base-content', 'muted', 'secondary', 'info', 'error']) {
        expect([ink, bubble, contrast(of(ink), of(bubble)) >= 4.5]).toEqual([ink, bubble, true]);
      }
    }
    expect(contrast(of('muted'), of('wall'))).toBeGreaterThanOrEqual(4.5);
  });

  test(`${name}: text on a filled control has a contrast of 4.5 to 1`, () => {
    for (const fill of FILLED) {
      expect([fill, contrast(of(fill), of(`${fill}-content`)) >= 4.5]).toEqual([fill, true]);
    }
  });

  test(`${name}: a toned badge, notice and menu entry have a contrast of 4.5 to 1`, () => {
    for (const tone of TONES) {
      expect([tone, contrast(of(tone), mix(of(tone), of('base-100'), 0.12)) >= 4.5]).toEqual([tone, true]);
    }
  });

  test(`${name}: the focus ring and field borders have a contrast of 3 to 1`, () => {
    for (const surface of SURFACES) {
      expect(contrast(of('focus'), of(surface))).toBeGreaterThanOrEqual(3);
      expect(contrast(mix(of('base-content'), of('base-100'), 0.5), of(surface))).toBeGreaterThanOrEqual(3);
    }
  });
}
