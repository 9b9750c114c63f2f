import { existsSync } from 'node:fs';
import { files as firstTimings } from './first-timings.json';

/** `bun test` reads and updates it, so it has this shape. */
export const TIMINGS = 'node_modules/.cache/test-timings.json';

/** Milliseconds by test file. */
export type Timings = Record<string, number>;

const UNKNOWN_MS = 1_000;

/** The last run of each file, or its first one, or a guess. */
export async function timingsOf(paths: string[]): Promise<Timings> {
  const known: Timings = { ...firstTimings, ...(await readLast()) };
  return Object.fromEntries(paths.map((path) => [path, known[path] ?? UNKNOWN_MS]));
}

export async function completeTimings(paths: string[]): Promise<void> {
  const last = Object.entries(await readLast()).filter(([path]) => existsSync(path));
  const files = { ...Object.fromEntries(last), ...(await timingsOf(paths)) };
  await Bun.write(TIMINGS, JSON.stringify({ version: 1, files }));
}

async function readLast(): Promise<Timings> {
  const file = Bun.file(TIMINGS);
  return (await file.exists()) ? ((await file.json()) as { files: Timings }).files : {};
}
