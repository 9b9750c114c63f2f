import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Glob } from 'bun';

const ROOT = resolve(import.meta.dir, '..');
const FOLDER = join(ROOT, 'node_modules/.cache/desk');
const ENTRIES = ['src/main.ts', 'src/{backup,company-file,erasing}/main.ts', 'test/crash/*-desk.ts'];
const OUR_OWN = /\/(src|views|db|test)\/.*\.tsx?$/;

/** Where a desk's processes lie in one file each, with their parts: such a one starts in two thirds of the processor time. */
export async function bundleProcesses(): Promise<string> {
  const entries = ENTRIES.flatMap((pattern) => [
    ...new Glob(pattern).scanSync({ cwd: ROOT, absolute: true }),
  ]);
  const bundled = (entry: string) => entry.replace(ROOT, FOLDER).replace(/\.ts$/, '.js');
  await Bun.build({
    entrypoints: entries,
    root: ROOT,
    outdir: FOLDER,
    target: 'bun',
    splitting: true,
    packages: 'external',
    plugins: [
      {
        name: 'places of files',
        setup({ onLoad }) {
          onLoad({ filter: OUR_OWN }, async ({ path }) => ({
            contents: withPlaces(await Bun.file(path).text(), path, (entry) =>
              entries.includes(entry) ? bundled(entry) : entry,
            ),
            loader: path.endsWith('x') ? 'tsx' : 'ts',
          }));
        },
      },
    ],
  });
  return FOLDER;
}

/** A file that is part of another one still finds what lies beside it, and the processes it starts. */
export function withPlaces(code: string, path: string, place: (entry: string) => string): string {
  const folder = dirname(path);
  return code
    .replaceAll(/join\(import\.meta\.dir, '([^']+\.ts)'\)/g, (_, name) =>
      JSON.stringify(place(join(folder, name))),
    )
    .replaceAll('import.meta.dir', JSON.stringify(folder))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
}
