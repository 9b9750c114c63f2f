import { dirname, join } from 'node:path';
import type { BunPlugin } from 'bun';
import { ICON_PATHS } from '../views/ui/icon-paths.ts';

const ALIASES: [string, string][] = [
  ['@/', 'src/'],
  ['@views/', 'views/'],
  ['@islands/', 'islands/'],
];

/** Names of icons that stand as a string somewhere in what the browser can load, starting from `entry`. */
export async function iconsUsedIn(root: string, entry = 'islands/client.ts'): Promise<string[]> {
  const words = new Set<string>();
  for (const source of (await reachable(join(root, entry), root)).values())
    for (const [, word] of source.matchAll(/['"]([a-z][a-z-]*)['"]/g)) words.add(word ?? '');
  return Object.keys(ICON_PATHS).filter((name) => words.has(name));
}

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };

/** Every file of ours that is imported from here at run time, now or later, with its text. */
async function reachable(
  file: string,
  root: string,
  found = new Map<string, string>(),
): Promise<Map<string, string>> {
  if (found.has(file) || file.endsWith('icon-paths.ts')) return found;
  const source = await Bun.file(file).text();
  found.set(file, source);
  for (const { path } of transpilers[file.endsWith('x') ? 'tsx' : 'ts'].scanImports(source)) {
    const alias = ALIASES.find(([name]) => path.startsWith(name));
    const target = alias ? join(root, alias[1], path.slice(alias[0].length)) : join(dirname(file), path);
    if ((alias || path.startsWith('.')) && /\.tsx?$/.test(target)) await reachable(target, root, found);
  }
  return found;
}

/** The browser gets the icons that islands can draw, not all that the server can: 8 KB less for every page. */
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
