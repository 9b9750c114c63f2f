import type { BunPlugin } from 'bun';
import { ICON_PATHS } from '../../views/ui/icons/icon-paths.ts';
import { STATE_DRAWINGS } from '../../views/ui/icons/state-drawings.ts';

const ICONS = [
  { file: 'icon-paths', constant: 'ICON_PATHS', drawings: ICON_PATHS, prefix: '' },
  { file: 'state-drawings', constant: 'STATE_DRAWINGS', drawings: STATE_DRAWINGS, prefix: 'state-' },
];

export function iconSprite(): { name: string; svg: string } {
  const parts = ICONS.flatMap(({ drawings, prefix }) =>
    Object.entries(drawings).map(([name, paths]) => `<g id="${prefix}${name}">${paths}</g>`),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><defs>${parts.join('')}</defs></svg>`;
  return { name: `icons-${Bun.hash(svg).toString(36)}.svg`, svg };
}

export function iconsFromSprite(): BunPlugin {
  const href = `/build/${iconSprite().name}`;
  return {
    name: 'icons-from-sprite',
    setup(builder) {
      for (const { file, constant, prefix } of ICONS) {
        const contents = `export const ${constant} = new Proxy({}, {
          get: (_, name) => '<use href="${href}#${prefix}' + String(name) + '"/>',
        });`;
        const filter = new RegExp(`views/ui/icons/${file}\\.ts$`);
        builder.onLoad({ filter }, () => ({ contents, loader: 'js' }));
      }
    },
  };
}
