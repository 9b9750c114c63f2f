import { existsSync, statSync } from 'node:fs';
import { Glob } from 'bun';
import { build } from './build.ts';

const MANIFEST = 'public/build/manifest.json';

/** Builds when there is no build, or a source is newer than it. */
export async function buildIfNeeded(): Promise<void> {
  if (existsSync(MANIFEST) && statSync(MANIFEST).mtimeMs > newestSource()) return;
  await build({ minify: true });
}

function newestSource(): number {
  const sources = new Glob('{views,islands,src,scripts}/**/*.{ts,tsx,css}');
  return Math.max(
    statSync('bun.lock').mtimeMs,
    ...[...sources.scanSync('.')].map((path) => statSync(path).mtimeMs),
  );
}
