import { existsSync } from 'node:fs';
import { files as firstTimings } from './first-timings.json';

/** `bun test` reads and updates it, so it has this shape. */
export const TIMINGS = 'node_modules/.cache/test-timings.json';

/** Milliseconds by test file. */
export type Timings = Record<string, number>;

const UNKNOWN_MS = 1_000;
/** Journeys and clusters: one that started last would run alone. */
const UNKNOWN_SLOW_MS = 20_000;
const SLOW = /^test\/(browser|cluster)\//;

/** The last run of each file, at most twice the first one: a busy machine must not exclude a file from later checks. */
export async function timingsOf(paths: string[]): Promise<Timings> {
  const first: Timings = firstTimings;
  const last = await readLast();
  const known = (path: string) => {
    const firstMs = first[path] ?? (SLOW.test(path) ? UNKNOWN_SLOW_MS : UNKNOWN_MS);
    return Math.min(last[path] ?? firstMs, path in first ? 2 * firstMs : Number.POSITIVE_INFINITY);
  };
  return Object.fromEntries(paths.map((path) => [path, known(path)]));
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
