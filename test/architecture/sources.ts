import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const ROOT = join(import.meta.dir, '../..');
const CODE = ['src', 'views', 'islands', 'db', 'test', 'scripts', 'bench', 'demo'];
const ALIASES: [string, string][] = [
  ['@/', 'src/'],
  ['@views/', 'views/'],
  ['@islands/', 'islands/'],
  ['@db/', 'db/'],
  ['@test/', 'test/'],
  ['@demo/', 'demo/'],
];

export type Source = { path: string; text: string };

export function listSources(endings: string, folders = CODE): Source[] {
  return folders
    .flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.${endings}`).scanSync(ROOT)])
    .filter((path) => !path.includes('/migrations/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

type Named = Pick<Source, 'path'>;

export function isShipped({ path }: Named): boolean {
  return !/\.(test|test-support|fixture|e2e)\.tsx?$/.test(path);
}

/** Code of the product and its demo, without tests, benches and scripts. */
export function isProduct(source: Named): boolean {
  return /^(src|views|islands|db|demo)\//.test(source.path) && isShipped(source);
}

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };

export function importsOf({ path, text }: Source): string[] {
  const transpiler = transpilers[path.endsWith('x') ? 'tsx' : 'ts'];
  return [...new Set(transpiler.scanImports(text).map((one) => resolve(path, one.path)))];
}

function resolve(from: string, wanted: string): string {
  const alias = ALIASES.find(([name]) => wanted.startsWith(name));
  if (alias) return alias[1] + wanted.slice(alias[0].length);
  return wanted.startsWith('.') ? normalize(join(dirname(from), wanted)) : wanted;
}

export function isOurs(target: string): boolean {
  return CODE.some((folder) => target.startsWith(`${folder}/`)) || target === 'package.json';
}
