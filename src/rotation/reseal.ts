import type { Database } from 'bun:sqlite';
import { openersOf, type StoredSecrets } from '../kernel/secrets.ts';
import { OF_THE_BIN, type Row, type SealedPlace } from '../sealed-places.ts';

/** `resealed` by this rotation, in whichever of its runs. `lost`: neither key opens it; it was so before, and stays as it is. */
export type Counts = { resealed: number; lost: number };

const ROWS_AT_ONCE = 500;

/** Each place in transactions of its own; what the new key opens already is left alone, so that it can be repeated. */
export async function resealDatabase(
  database: Database,
  { secrets, places, companyId }: { secrets: StoredSecrets; places: SealedPlace[]; companyId: number },
  step: (place: string) => Promise<void>,
): Promise<Counts> {
  // Without it SQLite leaves replaced bytes in the file.
  database.run('PRAGMA secure_delete = ON');
  const counts = { resealed: 0, lost: 0 };
  for (const place of places) {
    for (const rows of slices(readRows(database, place)))
      database.transaction(() => {
        for (const row of rows) put(database, place, row, reseal(secrets, { place, row, companyId }, counts));
      })();
    await step(`${place.table}.${place.column}`);
  }
  database.run('PRAGMA wal_checkpoint(TRUNCATE)');
  return counts;
}

/** What is kept of deleted companies is text. `dropped`: tables that go. */
export function resealBin(database: Database, secrets: StoredSecrets, dropped: string[]): Counts {
  const counts = { resealed: 0, lost: 0 };
  if (!columnsOf(database, 'deleted_companies').includes('record')) return counts;
  const kept = database.query<{ at: number; record: string }, []>(
    'select rowid as at, record from deleted_companies',
  );
  database.transaction(() => {
    for (const { at, record } of kept.all()) {
      const tables = JSON.parse(record) as Record<string, Row[]>;
      for (const table of dropped) delete tables[table];
      for (const place of OF_THE_BIN)
        for (const row of tables[place.table] ?? [])
          row[place.column] =
            reseal(secrets, { place, row: { ...row, stored: row[place.column] }, companyId: 0 }, counts) ??
            row[place.column];
      database
        .query('update deleted_companies set record = ? where rowid = ?')
        .run(JSON.stringify(tables), at);
    }
  })();
  return counts;
}

type One = { place: SealedPlace; row: Row; companyId: number };

/** Undefined where nothing is to be done. */
function reseal(secrets: StoredSecrets, { place, row, companyId }: One, counts: Counts) {
  const { form } = place;
  const stored = row.stored as string | Uint8Array;
  if (!form.isSealed(stored) || place.isOne?.(row) === false) return undefined;
  const name = place.name(row, companyId);
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
  return form.seal(key, name, plain);
}

function opens(open: () => Buffer): Buffer | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

function put(
  database: Database,
  { table, column }: SealedPlace,
  row: Row,
  value: string | Uint8Array | undefined,
) {
  if (value === undefined) return;
  database.query(`update "${table}" set "${column}" = ? where rowid = ?`).run(value, Number(row.at));
}

/** None where the database is of a version that lacks the column. */
function readRows(database: Database, { table, column, needs }: SealedPlace): Row[] {
  const known = columnsOf(database, table);
  if ([column, ...needs].some((name) => !known.includes(name))) return [];
  const others = needs.map((name) => `, "${name}"`).join('');
  return database
    .query<Row, []>(
      `select rowid as at, "${column}" as stored${others} from "${table}" where "${column}" is not null order by rowid`,
    )
    .all();
}

export function columnsOf(database: Database, table: string): string[] {
  return database
    .query<{ name: string }, [string]>('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name);
}

function slices<T>(items: T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) parts.push(items.slice(at, at + ROWS_AT_ONCE));
  return parts;
}
