import { readFileSync, statSync } from 'node:fs';

/** What the build made, as addresses below `/build/`. `dev` changes with each build while developing. */
export type Manifest = { script: string; style: string; dev?: number };

const file = new URL('../public/build/manifest.json', import.meta.url).pathname;
let known: { manifest: Manifest; changed: number } | undefined;

/** The last build's addresses. Read once; while developing, again whenever the build has changed. */
export function readManifest(): Manifest {
  if (known && !known.manifest.dev) return known.manifest;
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (changed === undefined) {
    if (known) return known.manifest;
    throw new Error('public/build/manifest.json is missing: run `bun run build`');
  }
  if (known?.changed !== changed) known = { manifest: JSON.parse(readFileSync(file, 'utf8')), changed };
  return known.manifest;
}
