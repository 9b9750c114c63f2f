import type { Client } from '@libsql/client';
import { openersOf, type StoredSecrets } from '../../core/security/secrets.ts';
import { type EncryptedColumn, OF_THE_PLATFORM, type Row } from '../encrypted-columns.ts';

/** `resealed` in any run of this rotation. `lost`: neither key opens it; it was so before and stays unchanged. */
export type Counts = { resealed: number; lost: number };

const ROWS_AT_ONCE = 200;

/** Each page of a column in its own transaction; values that the new key opens are skipped, so it can be repeated. */
export async function resealDatabase(
  client: Client,
  { secrets, columns, companyId }: { secrets: StoredSecrets; columns: EncryptedColumn[]; companyId: number },
  step: (target: string) => Promise<void>,
): Promise<Counts> {
  const counts = { resealed: 0, lost: 0 };
  for (const target of columns) {
    const { table, column } = target;
    const sql = `update "${table}" set "${column}" = ? where rowid = ?`;
    for await (const rows of pagesOf(client, target)) {
      const updates = rows.flatMap((row) => {
        const value = reseal(secrets, { column: target, row, companyId }, counts);
        return value === undefined ? [] : [{ sql, args: [value, Number(row.at)] }];
      });
      if (updates.length > 0) await client.batch(updates, 'write');
    }
    await step(`${table}.${column}`);
  }
  return counts;
}

export async function resealBin(client: Client, secrets: StoredSecrets, dropped: string[]): Promise<Counts> {
  const counts = { resealed: 0, lost: 0 };
  if (!(await columnsOf(client, 'deleted_companies')).includes('record')) return counts;
  const { rows } = await client.execute('select rowid as at, record from deleted_companies');
  const updates = rows.map(({ at, record }) => {
    const tables = JSON.parse(String(record)) as Record<string, Row[]>;
    for (const table of dropped) delete tables[table];
    for (const target of OF_THE_PLATFORM)
      for (const row of tables[target.table] ?? [])
        row[target.column] =
          reseal(
            secrets,
            { column: target, row: { ...row, stored: row[target.column] }, companyId: 0 },
            counts,
          ) ?? row[target.column];
    const sql = 'update deleted_companies set record = ? where rowid = ?';
    return { sql, args: [JSON.stringify(tables), Number(at)] };
  });
  if (updates.length > 0) await client.batch(updates, 'write');
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

async function* pagesOf(client: Client, { table, column, needs }: EncryptedColumn): AsyncGenerator<Row[]> {
  const known = await columnsOf(client, table);
  if ([column, ...needs].some((name) => !known.includes(name))) return;
  const others = needs.map((name) => `, "${name}"`).join('');
  const sql = `select rowid as at, "${column}" as stored${others} from "${table}"
    where "${column}" is not null and rowid > ? order by rowid limit ${ROWS_AT_ONCE}`;
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const { rows } = await client.execute({ sql, args: [last] });
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = Number(rows.at(-1)?.at);
  }
}

export async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.execute({ sql: 'select name from pragma_table_info(?)', args: [table] });
  return rows.map(({ name }) => String(name));
}
