import { readRows } from '../../../core/db/open-file.ts';
import type { Shared } from '../../installation/installation.ts';
import { RestoreRefused } from '../backup-failure.ts';
import type { Store } from '../backup-store.ts';
import type { Manifest, Part } from '../manifest.ts';
import { fetchDatabase, type Source } from './restore-parts.ts';

export type Restoring = {
  store: Store;
  dataDir: string;
  shared?: Shared | null | undefined;
  /** The operator's; empty for a backup that is not encrypted. */
  identities: string[];
  run?: string;
  companyId?: number;
  /** Allows an existing or deleted company: its folder is set aside. */
  replaces?: boolean;
  onlyMissingFiles?: boolean;
  /** Connections stay paired, with keys that may be outdated for WhatsApp. */
  keepPairing: boolean;
  /** For a backup without keys: this file, or new ones. */
  secrets?: { file: string } | 'new';
  step(name: string): Promise<void>;
  fetched?: (() => void) | undefined;
};

export type Work = Restoring & { source: Source; manifest: Manifest; names: Map<number, string> };

export async function fetchPlatform({ source, manifest, names }: Work, path: string): Promise<string> {
  const from = await fetchDatabase(source, manifest.name, manifest.platform, path);
  if (!from)
    throw new RestoreRefused('No backup holds a platform database that can be read: nothing was restored.');
  for (const { id, name } of companiesOf(path)) names.set(id, name);
  if (from !== manifest.name)
    for (const { id } of manifest.companies.filter((part) => !names.has(part.id)))
      source.report.add({
        ...{ companyId: id, company: null, conversation: null, file: 'platform.db' },
        what: `younger than the backup ${from}, so that nobody can sign in; its folder is restored`,
      });
  return from;
}

function companiesOf(path: string): { id: number; name: string }[] {
  const sql = 'select id, name from companies union select company_id as id, name from deleted_companies';
  return readRows(path, sql);
}

export async function withAbsent(
  { manifest, source, names }: Work,
  only?: number,
): Promise<{ run: string; part: Part }[]> {
  const parts = manifest.companies.map((part) => ({ run: manifest.name, part }));
  const absent = new Set(manifest.absent.filter((id) => only === undefined || id === only));
  if (absent.size === 0) return parts;
  for await (const other of source.others())
    for (const part of other.companies.filter(({ id }) => absent.delete(id))) {
      parts.push({ run: other.name, part });
      source.report.add({
        ...{
          companyId: part.id,
          company: names.get(part.id) ?? null,
          conversation: null,
          file: 'company.db',
        },
        what: `could not be backed up for ${manifest.name}; taken from the backup ${other.name}`,
      });
    }
  for (const id of absent)
    source.report.add({
      ...{ companyId: id, company: names.get(id) ?? null, conversation: null, file: 'company.db' },
      what: 'in no backup, and not restored',
    });
  return parts;
}
