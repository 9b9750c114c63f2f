import { countMigrations } from '../../../core/db/migration-backup.ts';
import { PLATFORM_MIGRATIONS } from '../../../core/db/platform-database.ts';
import { TENANT_MIGRATIONS } from '../../../core/db/tenants/tenants.ts';
import { RestoreRefused } from '../backup-failure.ts';
import { isOtherKey, type Keys } from '../backup-keys.ts';
import type { Store } from '../backup-store.ts';
import { listRuns, type Manifest, partsOf, readUndamaged, type Stored } from '../manifest.ts';

type Choosing = {
  store: Store;
  keys: Keys;
  run?: string;
  identities: string[];
  passedOver(name: string): void;
};
export type Chosen = {
  manifest: Manifest;
  damaged: string[];
  others(): AsyncIterable<Manifest>;
};

/** Defaults to the last proven one. Throws RestoreRefused with a sentence. */
export async function chooseRun(choosing: Choosing): Promise<Chosen> {
  const { store, run } = choosing;
  const runs = await listRuns(store);
  if (runs.length === 0)
    throw new RestoreRefused('No backup is there: name the folder that holds them (--from).');
  if (run && !runs.some(({ name }) => name === run))
    throw new RestoreRefused(`There is no backup ${run}: ${runs.map(({ name }) => name).join(', ')}`);
  const proven = runs
    .filter(({ isProven }) => isProven)
    .map(({ name }) => name)
    .reverse();
  const wanted = run ? [run] : proven;
  if (wanted.length === 0)
    throw new RestoreRefused(
      `No proven backup is there. Not proven, to be named with --run: ${runs.map(({ name }) => name).join(', ')}`,
    );
  const damaged: string[] = [];
  for (const name of wanted) {
    const manifest = await readUndamaged(store, name);
    if (!manifest) {
      damaged.push(name);
      continue;
    }
    requireKnownVersion(manifest);
    await requireKey(choosing, manifest);
    return { manifest, damaged, others: () => readOthers(choosing, proven, name) };
  }
  throw new RestoreRefused(
    `The manifest of ${damaged.join(', ')} is damaged: name another backup (--run): ${runs.map(({ name }) => name).join(', ')}`,
  );
}

/** One that the store does not deliver must not prevent the restore of another. */
async function* readOthers(
  { store, passedOver }: Choosing,
  names: string[],
  chosen: string,
): AsyncIterable<Manifest> {
  for (const name of names) {
    if (name === chosen) continue;
    const manifest = await readUndamaged(store, name).catch(() => passedOver(name));
    if (manifest && isKnownVersion(manifest)) yield manifest;
  }
}

/** Older ones are migrated when opened; newer ones cannot be downgraded. */
function isKnownVersion({ platform, companies }: Manifest): boolean {
  const known = countMigrations(TENANT_MIGRATIONS);
  return (
    platform.database.migrations <= countMigrations(PLATFORM_MIGRATIONS) &&
    companies.every(({ database }) => database.migrations <= known)
  );
}

function requireKnownVersion(manifest: Manifest): void {
  if (!isKnownVersion(manifest))
    throw new RestoreRefused(
      `The backup ${manifest.name} was made by a newer version of Balcão (${manifest.version}): restore it with that one, or name an older backup (--run).`,
    );
}

const MAX_TRIED = 20;

/** One object that opens proves the key; a damaged one must not look like a wrong key. */
async function requireKey({ store, keys, identities }: Choosing, manifest: Manifest): Promise<void> {
  if (!manifest.tag) return;
  if (identities.length === 0)
    throw new RestoreRefused('This backup is encrypted: name the file with its age identity (--identity).');
  const objects = partsOf(manifest).flatMap(({ database, media }) => [database, media]);
  let tried = 0;
  for (const object of objects.slice(0, MAX_TRIED)) {
    const answer = await tryToOpen(store, keys, object);
    if (answer === 'opened') return;
    if (answer === 'not for this key') tried += 1;
  }
  if (tried > 0)
    throw new RestoreRefused(
      `This age identity does not open the backup ${manifest.name}: name the file with the one it was encrypted to (--identity).`,
    );
}

async function tryToOpen(
  store: Store,
  keys: Keys,
  { object }: Stored,
): Promise<'opened' | 'not for this key' | 'damaged'> {
  const stored = await store.get(object);
  if (!stored) return 'damaged';
  try {
    const opened = await keys.open(stored);
    await opened.cancel().catch(() => undefined);
    return 'opened';
  } catch (error) {
    return isOtherKey(error) ? 'not for this key' : 'damaged';
  }
}
