import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TextAddresses } from './island-texts.ts';

export type Manifest = {
  script: string;
  style: string;
  /** For lists and administration; includes all of `style`. */
  officeStyle: string;
  /** Addresses of the files that islands need besides `script`. */
  islands?: { boot: string[]; workspace: string[]; office: string[] } | undefined;
  texts?: Record<'pt' | 'en' | 'es', TextAddresses> | undefined;
  dev?: number;
};

const file = fileURLToPath(new URL('../public/build/manifest.json', import.meta.url));
let known: { manifest: Manifest; changed: number } | undefined;

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
