import { Glob } from 'bun';

const SOURCES = new Glob('{views,islands,src,scripts,demo}/**/*.{ts,tsx,css}');

/** By content, because a copied tree has new times and an old build. */
export async function fingerprint(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256');
  const paths = [...SOURCES.scanSync('.')].filter((path) => !/\.(test|e2e)\./.test(path)).sort();
  for (const path of ['bun.lock', ...paths]) hash.update(path).update(await Bun.file(path).bytes());
  return hash.digest('hex');
}
