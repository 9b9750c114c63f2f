import { isShipped } from '../test/architecture/sources.ts';

/** The last part of a file's name below src/modules, as CONTRIBUTING.md explains it. */
export const ROLES = [
  ...['schema', 'views', 'policy', 'queries', 'service', 'events', 'steps', 'listener', 'outbox', 'jobs'],
  ...[
    'endpoints',
    'pages',
    'routes',
    'guard',
    'http',
    'module',
    'state',
    'worker',
    'client',
    'port',
    'logic',
  ],
];

const ROLE = new RegExp(`^src/modules/.+\\.(${ROLES.join('|')})\\.tsx?$`);
const isCode = (path: string) => /\.(ts|tsx|css)$/.test(path);

export function withoutRole(paths: string[]): string[] {
  return paths.filter(
    (path) => /^src\/modules\/.+\.tsx?$/.test(path) && isShipped({ path }) && !ROLE.test(path),
  );
}

/** Number of code files directly in each folder, without tests; largest first. */
export function folderSizes(paths: string[]): [folder: string, files: number][] {
  const sizes = new Map<string, number>();
  for (const path of paths)
    if (isCode(path) && isShipped({ path }) && !/^(test|bench)\//.test(path)) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
  return [...sizes].sort(([, a], [, b]) => b - a);
}
