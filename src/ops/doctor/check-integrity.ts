import type { DatabaseFile } from '../../core/db/open-file.ts';
import type { Finding, Source } from './finding.ts';

const MAX_LINES = 20;
const OF_AN_INDEX = /index/i;

/** SQLite's own checks. If `isReadable` is false, no other check can be trusted. */
export function checkIntegrity(
  database: DatabaseFile,
  source: Source,
): { findings: Finding[]; isReadable: boolean } {
  const faults = faultsOf(database);
  if (faults.length === 0) return { findings: [], isReadable: true };
  const what = `the file is damaged: ${faults.slice(0, 3).join('; ')}${faults.length > 3 ? ' …' : ''}`;
  if (!faults.every((fault) => OF_AN_INDEX.test(fault)))
    return { findings: [{ what, todo: restoreAdvice(source) }], isReadable: false };
  return { findings: [{ what, mend: (writable) => void writable.exec('REINDEX') }], isReadable: true };
}

export function restoreAdvice({ id }: Pick<Source, 'id'>): string {
  if (id === 0)
    return 'stop the desk, move all of DATA_DIR but the backups away, and run bun run restore --secrets FILE, with the secrets.json that you moved away; where backups are encrypted bun run restore --identity FILE, with the age identity';
  return `stop the desk, and run bun run restore --company ${id} --replace, with --identity FILE where backups are encrypted`;
}

function faultsOf(database: DatabaseFile): string[] {
  try {
    const rows = database.prepare(`PRAGMA integrity_check(${MAX_LINES})`).all() as {
      integrity_check: string;
    }[];
    return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

type Broken = { table: string; parent: string };
const MEANINGLESS = ['session_keys', 'session_journal'];

export function checkReferences(database: DatabaseFile, source: Source): Finding[] {
  const broken = database.prepare('PRAGMA foreign_key_check').all() as Broken[];
  return [...Map.groupBy(broken, ({ table, parent }) => `${table} ${parent}`).values()].map((rows) => {
    const [{ table, parent } = { table: '', parent: '' }] = rows;
    if (!MEANINGLESS.includes(table))
      return {
        what: `${rows.length} rows of ${table} refer to ${parent} that are gone`,
        todo: restoreAdvice(source),
      };
    return {
      what: `${rows.length} WhatsApp keys or journal rows (${table}) belong to connections that are gone`,
      mend: (writable) =>
        void writable.exec(`delete from ${table} where connection_id not in (select id from connections)`),
    };
  });
}
