import { build, compress } from '../build.ts';
import { fingerprint } from './fingerprint.ts';

const BUILT = 'public/build';

export async function buildIfNeeded({ compressed = true } = {}): Promise<void> {
  const madeOf = Bun.file(`${BUILT}/made-of`);
  if (!(await madeOf.exists()) || (await madeOf.text()) !== (await fingerprint()))
    await build({ minify: true, compressed });
  else if (compressed && !(await Bun.file(`${BUILT}/compressed`).exists())) await compress(BUILT);
}

// For the demo: compressing takes most of the time, and this machine needs no compressed copies.
if (import.meta.main) await buildIfNeeded({ compressed: false });
