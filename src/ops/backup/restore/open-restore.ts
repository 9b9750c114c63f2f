import type { Tombstone } from '../../../modules/erasures/erasures.schema.ts';
import { keysToRestore } from '../backup-keys.ts';
import type { Manifest } from '../manifest.ts';
import { readTombstones } from '../tombstones.ts';
import { chooseRun } from './choose-run.ts';
import { createDamageReport, type Damage } from './damage-report.ts';
import type { Restoring, Work } from './restore-work.ts';

/** Finds the set to restore and how to read it; writes nothing. Throws RestoreRefused with a message. */
export async function openWork(restoring: Restoring): Promise<Work> {
  const { store } = restoring;
  const opening = keysToRestore(restoring.identities);
  const report = createDamageReport();
  const unread = new Set<string>();
  const passedOver = (name: string) => {
    if (unread.has(name)) return;
    unread.add(name);
    report.add(aboutPlatform(`runs/${name}`, 'not delivered by the store; nothing is taken from it'));
  };
  const { manifest: whole, damaged, others } = await chooseRun({ ...restoring, keys: opening, passedOver });
  const keys = { ...opening, tag: whole.tag };
  const { tombstones, unreadable } = await readTombstones(store, keys, whole.name);
  for (const name of damaged) report.add(aboutPlatform(`runs/${name}`, `damaged; ${whole.name} is restored`));
  for (const name of unreadable)
    report.add(
      aboutPlatform(name, 'damaged; somebody who was erased may be back, and is to be erased again'),
    );
  const names = new Map<number, string>();
  const source: Work['source'] = {
    ...{ store, keys, others, report, keepPairing: restoring.keepPairing },
    rowsOnly: restoring.companyId !== undefined,
    nameOf: (companyId) => names.get(companyId) ?? null,
    erasedSince: async (run) => (await readTombstones(store, keys, run)).tombstones,
    fetched: restoring.fetched,
  };
  return { ...restoring, source, manifest: withoutErased(whole, tombstones), names };
}

const aboutPlatform = (file: string, what: string): Damage => ({
  ...{ companyId: 0, company: null, conversation: null },
  ...{ file, what },
});

function withoutErased(manifest: Manifest, erased: Tombstone[]): Manifest {
  const gone = new Set(erased.filter(({ kind }) => kind === 'company').map(({ companyId }) => companyId));
  return {
    ...manifest,
    companies: manifest.companies.filter(({ id }) => !gone.has(id)),
    absent: manifest.absent.filter((id) => !gone.has(id)),
  };
}
