/** The last part of a file's name below src/modules, as CONTRIBUTING.md explains it. */
export const ROLES = [
  ...['schema', 'views', 'policy', 'queries', 'service', 'events', 'steps', 'listener', 'outbox', 'jobs'],
  ...['endpoints', 'pages', 'routes', 'guard', 'module', 'state', 'worker', 'client', 'port', 'logic'],
];

const ROLE = new RegExp(`^src/modules/.+\\.(${ROLES.join('|')})\\.tsx?$`);
const isCode = (path: string) => /\.(ts|tsx|css)$/.test(path);

export function isTest(path: string): boolean {
  return /\.(test|test-support|fixture|e2e)\.tsx?$/.test(path) || /^(test|bench)\//.test(path);
}

export function withoutRole(paths: string[]): string[] {
  return paths.filter((path) => /^src\/modules\/.+\.tsx?$/.test(path) && !isTest(path) && !ROLE.test(path));
}

/** Number of code files directly in each folder, without tests; largest first. */
export function folderSizes(paths: string[]): [folder: string, files: number][] {
  const sizes = new Map<string, number>();
  for (const path of paths)
    if (isCode(path) && !isTest(path)) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
  return [...sizes].sort(([, a], [, b]) => b - a);
}
