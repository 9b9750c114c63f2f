import { Glob } from 'bun';

const SOURCES = ['{views,islands,src,scripts,demo}/**/*.{ts,tsx,css}', 'locales/**/*.json'];

/** By content, because a copied tree has new times and an old build. */
export async function fingerprint(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256');
  const found = SOURCES.flatMap((pattern) => [...new Glob(pattern).scanSync('.')]);
  const paths = found.filter((path) => !/\.(test|e2e)\./.test(path)).sort();
  for (const path of ['bun.lock', ...paths]) hash.update(path).update(await Bun.file(path).bytes());
  return hash.digest('hex');
}
