import { build } from './build.ts';
import { fingerprint } from './made-of.ts';

/** Builds unless there is a whole build of exactly these sources. */
export async function buildIfNeeded(): Promise<void> {
  const madeOf = Bun.file('public/build/made-of');
  if ((await madeOf.exists()) && (await madeOf.text()) === (await fingerprint())) return;
  await build({ minify: true });
}
