import { dirname, join } from 'node:path';
import type { BunPlugin } from 'bun';
import { ICON_PATHS } from '../views/ui/icon-paths.ts';

const ALIASES: [string, string][] = [
  ['@/', 'src/'],
  ['@views/', 'views/'],
  ['@islands/', 'islands/'],
];

/** What is loaded at once, on every page or on the desk; everything else comes later, when it is first used. */
const AT_ONCE = ['islands/client.ts', 'islands/boot.tsx', 'islands/desk/desk-islands.ts'];

type Names = { early: string[]; late: string[]; laterFiles: Set<string> };

/**
 * Names of icons that stand as a string somewhere in what the browser can load: what it loads at once, and what
 * `laterFiles`, the targets of dynamic imports, need beyond that.
 */
export async function iconsUsedIn(root: string): Promise<Names> {
  const roots = AT_ONCE.map((file) => join(root, file));
  const early = new Map<string, string>();
  const laterFiles = new Set<string>();
  for (const file of roots) await reachable(file, root, early, laterFiles);
  for (const file of roots) laterFiles.delete(file);
  const all = new Map(early);
  // A set that grows while it is walked is walked to its end.
  for (const file of laterFiles) await reachable(file, root, all, laterFiles);
  for (const file of roots) laterFiles.delete(file);
  const isEarly = namesIn(early);
  const isUsed = namesIn(all);
  const names = Object.keys(ICON_PATHS);
  return {
    early: names.filter((name) => isEarly.has(name)),
    late: names.filter((name) => isUsed.has(name) && !isEarly.has(name)),
    laterFiles,
  };
}

function namesIn(sources: Map<string, string>): Set<string> {
  const words = new Set<string>();
  for (const source of sources.values())
    for (const [, word] of source.matchAll(/['"]([a-z][a-z-]*)['"]/g)) words.add(word ?? '');
  return words;
}

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };

/** Adds every file of ours that `file` imports, with its text; targets of dynamic imports go to `later` instead. */
async function reachable(
  file: string,
  root: string,
  found: Map<string, string>,
  later: Set<string>,
): Promise<void> {
  if (found.has(file) || file.endsWith('icon-paths.ts')) return;
  const source = await Bun.file(file).text();
  found.set(file, source);
  for (const { path, kind } of transpilers[file.endsWith('x') ? 'tsx' : 'ts'].scanImports(source)) {
    const alias = ALIASES.find(([name]) => path.startsWith(name));
    const target = alias ? join(root, alias[1], path.slice(alias[0].length)) : join(dirname(file), path);
    if (!(alias || path.startsWith('.')) || !/\.tsx?$/.test(target)) continue;
    if (kind === 'dynamic-import') later.add(target);
    else await reachable(target, root, found, later);
  }
}

const LATE = 'late-icons';

/**
 * The browser gets the icons that islands can draw, not all that the server can: 8 KB less for every page. Those that
 * only later parts draw come with the first of them.
 */
export function iconSubset(root: string): BunPlugin {
  const used = iconsUsedIn(root);
  const pick = (names: string[]) =>
    JSON.stringify(Object.fromEntries(Object.entries(ICON_PATHS).filter(([name]) => names.includes(name))));
  return {
    name: 'icon-subset',
    async setup(builder) {
      const { early, late, laterFiles } = await used;
      builder.onLoad({ filter: /views\/ui\/icon-paths\.ts$/ }, () => ({
        contents: `export const ICON_PATHS = ${pick(early)};`,
        loader: 'js',
      }));
      builder.onResolve({ filter: new RegExp(`^${LATE}$`) }, () => ({ path: LATE, namespace: LATE }));
      builder.onLoad({ filter: /.*/, namespace: LATE }, () => ({
        contents: `import { ICON_PATHS } from ${JSON.stringify(join(root, 'views/ui/icon-paths.ts'))};
Object.assign(ICON_PATHS, ${pick(late)});`,
        loader: 'js',
      }));
      builder.onLoad({ filter: /islands\/.*\.tsx?$/ }, async ({ path }) => {
        if (!laterFiles.has(path)) return undefined;
        const source = await Bun.file(path).text();
        return { contents: `import '${LATE}';\n${source}`, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}
