import type { DatabaseFile } from '../../core/db/open-file.ts';
import { openersOf, type StoredSecrets } from '../../core/security/secrets.ts';
import { type EncryptedColumn, OF_THE_PLATFORM, type Row } from '../encrypted-columns.ts';

/** `resealed` in any run of this rotation. `lost`: neither key opens it; it was so before and stays unchanged. */
export type Counts = { resealed: number; lost: number };

const ROWS_AT_ONCE = 500;

/** Each column in its own transactions; values that the new key opens are skipped, so it can be repeated. */
export async function resealDatabase(
  database: DatabaseFile,
  { secrets, columns, companyId }: { secrets: StoredSecrets; columns: EncryptedColumn[]; companyId: number },
  step: (target: string) => Promise<void>,
): Promise<Counts> {
  // Without it SQLite leaves replaced bytes in the file.
  database.exec('PRAGMA secure_delete = ON');
  const counts = { resealed: 0, lost: 0 };
  for (const target of columns) {
    const { table, column } = target;
    for (const rows of slices(readRows(database, target)))
      database.transaction(() => {
        const update = database.prepare(`update "${table}" set "${column}" = ? where rowid = ?`);
        for (const row of rows) {
          const value = reseal(secrets, { column: target, row, companyId }, counts);
          if (value !== undefined) update.run(value, Number(row.at));
        }
      })();
    await step(`${table}.${column}`);
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return counts;
}

export function resealBin(database: DatabaseFile, secrets: StoredSecrets, dropped: string[]): Counts {
  const counts = { resealed: 0, lost: 0 };
  if (!columnsOf(database, 'deleted_companies').includes('record')) return counts;
  const deletedRows = database.prepare('select rowid as at, record from deleted_companies').all();
  database.transaction(() => {
    for (const { at, record } of deletedRows as { at: number; record: string }[]) {
      const tables = JSON.parse(record) as Record<string, Row[]>;
      for (const table of dropped) delete tables[table];
      for (const target of OF_THE_PLATFORM)
        for (const row of tables[target.table] ?? [])
          row[target.column] =
            reseal(
              secrets,
              { column: target, row: { ...row, stored: row[target.column] }, companyId: 0 },
              counts,
            ) ?? row[target.column];
      database
        .prepare('update deleted_companies set record = ? where rowid = ?')
        .run(JSON.stringify(tables), at);
    }
  })();
  return counts;
}

type One = { column: EncryptedColumn; row: Row; companyId: number };

/** Undefined if nothing is to be done. */
function reseal(secrets: StoredSecrets, { column: target, row, companyId }: One, counts: Counts) {
  const { form } = target;
  const stored = row.stored as string | Uint8Array;
  if (!form.isEncrypted(stored) || target.isOne?.(row) === false) return undefined;
  const name = target.name(row, companyId);
  const [key, ...others] = openersOf(secrets);
  if (!key) return undefined;
  if (opens(() => form.open([key], name, stored))) {
    counts.resealed += 1;
    return undefined;
  }
  const plain = opens(() => form.open(others, name, stored));
  if (!plain) {
    counts.lost += 1;
    return undefined;
  }
  counts.resealed += 1;
  return form.encrypt(key, name, plain);
}

function opens(open: () => Buffer): Buffer | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

function readRows(database: DatabaseFile, { table, column, needs }: EncryptedColumn): Row[] {
  const known = columnsOf(database, table);
  if ([column, ...needs].some((name) => !known.includes(name))) return [];
  const others = needs.map((name) => `, "${name}"`).join('');
  return database
    .prepare(
      `select rowid as at, "${column}" as stored${others} from "${table}" where "${column}" is not null order by rowid`,
    )
    .all() as Row[];
}

export function columnsOf(database: DatabaseFile, table: string): string[] {
  const rows = database.prepare('select name from pragma_table_info(?)').all(table) as { name: string }[];
  return rows.map(({ name }) => name);
}

function slices<T>(items: T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) parts.push(items.slice(at, at + ROWS_AT_ONCE));
  return parts;
}
