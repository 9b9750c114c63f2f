import { build } from '../build.ts';
import { fingerprint } from './fingerprint.ts';

export async function buildIfNeeded(): Promise<void> {
  const madeOf = Bun.file('public/build/made-of');
  if ((await madeOf.exists()) && (await madeOf.text()) === (await fingerprint())) return;
  await build({ minify: true });
}
