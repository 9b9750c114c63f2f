import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { DrawnIcon } from './drawn-icon.tsx';
import { ICON_PATHS } from './icon-paths.ts';

/** Its strokes in one path: each must begin at its own point, not where the one before it ended. */
function strokesOf(name: keyof typeof ICON_PATHS): string {
  const strokes = [...ICON_PATHS[name].matchAll(/ d="([^"]+)"/g)];
  return strokes.map(([, stroke = '']) => stroke.replace(/^m(\d+ \d+)/, 'M$1l')).join('');
}

for (const name of ['check', 'check-check', 'reply'] as const)
  test(`${name} is drawn in a bubble as everywhere else`, () => {
    expect(renderToStaticMarkup(<DrawnIcon name={name} />)).toContain(`<path d="${strokesOf(name)}">`);
  });
