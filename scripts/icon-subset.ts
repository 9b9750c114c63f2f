import type { BunPlugin } from 'bun';
import { ICON_PATHS } from '../views/ui/icon-paths.ts';

/** Sources that a browser bundle can be made of; pages and layouts are rendered by the server alone. */
const SOURCES = ['islands/**/*.{ts,tsx}', 'views/parts/**/*.{ts,tsx}', 'views/ui/*.tsx'];

/** Names of icons that stand somewhere in these sources as a string. */
export async function iconsUsedIn(root: string, patterns = SOURCES): Promise<string[]> {
  const words = new Set<string>();
  for (const pattern of patterns) {
    for await (const file of new Bun.Glob(pattern).scan(root)) {
      if (file.includes('.test.')) continue;
      const source = await Bun.file(`${root}/${file}`).text();
      for (const [, word] of source.matchAll(/['"]([a-z][a-z-]*)['"]/g)) words.add(word ?? '');
    }
  }
  return Object.keys(ICON_PATHS).filter((name) => words.has(name));
}

/** The browser gets the icons that islands name, not all that the server can draw: 8 KB less for every page. */
export function iconSubset(root: string): BunPlugin {
  return {
    name: 'icon-subset',
    setup(builder) {
      builder.onLoad({ filter: /views\/ui\/icon-paths\.ts$/ }, async () => {
        const names = await iconsUsedIn(root);
        const paths = Object.fromEntries(Object.entries(ICON_PATHS).filter(([name]) => names.includes(name)));
        return { contents: `export const ICON_PATHS = ${JSON.stringify(paths)};`, loader: 'js' };
      });
    },
  };
}
