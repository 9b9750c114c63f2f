import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { RenderedIcon } from './icon-markup.tsx';
import { ICON_PATHS } from './icon-paths.ts';

function strokesOf(name: keyof typeof ICON_PATHS): string {
  const strokes = [...ICON_PATHS[name].matchAll(/ d="([^"]+)"/g)];
  return strokes.map(([, stroke = '']) => stroke.replace(/^m(\d+ \d+)/, 'M$1l')).join('');
}

for (const name of ['check', 'check-check', 'reply'] as const)
  test(`${name} has the same paths in a bubble as elsewhere`, () => {
    expect(renderToStaticMarkup(<RenderedIcon name={name} />)).toContain(`<path d="${strokesOf(name)}">`);
  });
