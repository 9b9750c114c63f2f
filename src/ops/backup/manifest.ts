import { z } from 'zod';
import { fingerprint } from '../../core/security/secrets.ts';
import { BackupFailure, failureOf, isEverybodys } from './backup-failure.ts';
import type { Store } from './backup-store.ts';

/** Only names that `storeFile` makes: a store may hold a manifest that somebody else wrote. */
const OBJECT = /^objects\/[0-9a-f]{2}\/[0-9a-f]{64}[\w.-]*$/;
const Stored = z.object({
  object: z.string().regex(OBJECT),
  sha256: z.string(),
  bytes: z.number().int().nonnegative(),
});
export type Stored = z.infer<typeof Stored>;

const Part = z.object({
  id: z.number().int(),
  isInBin: z.boolean(),
  database: Stored.extend({
    /** Stamp of the source file; null while its WAL was not empty. */
    stamp: z.string().nullable(),
    migrations: z.number(),
    counts: z.record(z.string(), z.number()),
  }),
  /** One line per file: path, size, time, object. */
  media: Stored.extend({ files: z.number() }),
  missing: z.number().default(0),
});
export type Part = z.infer<typeof Part>;

const Manifest = z.object({
  format: z.literal(1),
  name: z.string(),
  madeAt: z.string(),
  version: z.string(),
  tag: z.string().nullable(),
  secrets: Stored.nullable(),
  platform: Part,
  companies: z.array(Part),
  absent: z.array(z.number()),
});
export type Manifest = z.infer<typeof Manifest>;

export const Medium = z.object({ path: z.string(), stamp: z.string(), kept: Stored });
export type Medium = z.infer<typeof Medium>;

const RUNS = 'runs/';
const manifestIn = (name: string) => `${RUNS}${name}/manifest.json`;
const damagedIn = (name: string) => `${RUNS}${name}/damaged.json`;
const ASIDE = 'damaged/';
const CheckResult = z.object({ lost: z.record(z.string(), z.number()).default({}) });
type CheckResult = z.infer<typeof CheckResult>;
const checkIn = (name: string) => `${RUNS}${name}/proven.json`;

const MAX_TEXT_BYTES = 64 << 20;

export type Run = { name: string; isProven: boolean };

export const nameOf = (now: Date) => now.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');

export async function listRuns(store: Store): Promise<Run[]> {
  const runs = new Map<string, Run>();
  const proven = new Set<string>();
  for await (const path of store.list(RUNS)) {
    const [, name = '', file] = path.split('/');
    if (file === 'manifest.json') runs.set(name, { name, isProven: false });
    if (file === 'proven.json') proven.add(name);
  }
  return [...runs.values()]
    .map((run) => ({ ...run, isProven: proven.has(run.name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Makes the backup exist. The last line is the hash of the lines above it. */
export async function writeManifest(store: Store, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest);
  await store.put(manifestIn(manifest.name), bytesOf(`${text}\n${fingerprint(text)}\n`));
}

/** Throws if it is missing or was altered. */
export async function readManifest(store: Store, name: string): Promise<Manifest> {
  const [text = '', hash] = (await readText(await store.get(manifestIn(name)))).split('\n');
  if (hash !== fingerprint(text)) throw new Error(`the manifest of ${name} is missing or was altered`);
  return Manifest.parse(JSON.parse(text));
}

/** Undefined if it is damaged, also when read again. Throws failures that concern more than this object. */
export async function readUndamaged(store: Store, name: string): Promise<Manifest | undefined> {
  for (let tries = 0; tries < 2; tries += 1)
    try {
      return await readManifest(store, name);
    } catch (error) {
      if (isEverybodys(failureOf(error))) throw error;
    }
  return undefined;
}

export async function writeCheck(store: Store, name: string, proof: object): Promise<void> {
  await store.put(checkIn(name), bytesOf(JSON.stringify(proof)));
}

/** Empty when it is missing or unreadable. */
export async function readCheck(store: Store, name: string): Promise<CheckResult> {
  const text = await readText(await store.get(checkIn(name))).catch(() => '');
  return CheckResult.catch({ lost: {} }).parse(parsed(text));
}

export async function readDamaged(store: Store, name: string): Promise<Set<string>> {
  const text = await readText(await store.get(damagedIn(name))).catch(() => '');
  return new Set(z.array(z.string()).catch([]).parse(parsed(text)));
}

export async function noteDamaged(store: Store, name: string, objects: string[]): Promise<void> {
  await store.put(damagedIn(name), bytesOf(JSON.stringify(objects)));
}

export async function quarantine(store: Store, name: string): Promise<void> {
  const stream = await store.get(manifestIn(name));
  if (stream)
    await store.put(`${ASIDE}${name}/manifest.json`, stream as unknown as AsyncIterable<Uint8Array>);
  await removeRun(store, name);
}

export async function dropAside(store: Store, oldest: string): Promise<void> {
  for await (const path of store.list(ASIDE))
    if ((path.split('/')[1] ?? '') < oldest) await store.remove(path);
}

export async function removeRun(store: Store, name: string): Promise<void> {
  await store.remove(checkIn(name));
  await store.remove(damagedIn(name));
  await store.remove(manifestIn(name));
}

/** Throws when it is longer than any of ours. */
async function readText(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of stream ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_TEXT_BYTES) throw new BackupFailure('unreadable', 'a text of the store is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const partsOf = (manifest: Manifest): Part[] => [manifest.platform, ...manifest.companies];

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text);
}
