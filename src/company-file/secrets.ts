import { Database } from 'bun:sqlite';
import { MARK } from '../kernel/sealed.ts';
import type { Secrets } from '../kernel/secrets.ts';
import { OF_A_COMPANY, type SealedPlace } from '../sealed-places.ts';
import type { Secret } from './format.ts';

/** A line's journal is not: what it holds is of this desk's last moments. */
const CARRIED = OF_A_COMPANY.filter(({ table }) => table !== 'session_journal');
/** What tells a row from others of its table; `id` where nothing stands here. */
const ROW: Record<string, string> = { session_keys: 'connection_id', settings: 'key' };
const ASIDE = 'sealed_aside';

/**
 * What only this desk's keys open goes from the copy into `aside`; bytes of it are left nowhere in the copy. So does what
 * holds only here: browsers that are told by this desk's keys, and what it is about to send.
 */
export function strip(copy: Database, aside: string): void {
  new Database(aside, { create: true }).close();
  copy.run('PRAGMA secure_delete = ON');
  copy.query('ATTACH ? AS aside').run(aside);
  copy.run(`create table aside.${ASIDE} (name text, place text, row_id any, key text, value blob)`);
  copy.transaction(() => {
    for (const { table, column, needs } of CARRIED) {
      const key = needs.includes('key') ? 'key' : "''";
      const sealed = table === 'session_keys' ? 'true' : `"${column}" like '${MARK}%'`;
      copy.run(
        `insert into aside.${ASIDE} select '${table}', '${column}', ${rowOf(table)}, ${key}, cast("${column}" as blob) from "${table}" where ${sealed}`,
      );
      if (table !== 'session_keys') copy.run(`update "${table}" set "${column}" = '' where ${sealed}`);
    }
    for (const table of ['session_keys', 'session_journal', 'push_subscriptions', 'undos'])
      copy.run(`delete from "${table}"`);
  })();
  copy.run('DETACH aside');
  copy.run('VACUUM');
}

/** What `strip` put aside, opened with the keys it was sealed with. Throws for a line's key that cannot be opened. */
export function* openSecrets(aside: Database, companyId: number, secrets: Secrets): Generator<Secret> {
  const rows = aside.query<Row, []>(`select * from ${ASIDE} order by rowid`);
  for (const { name: table, place: column, row_id: row, key, value } of rows.iterate()) {
    const place = placeOf({ table, column });
    const name = nameIn(place, companyId, { row, key });
    const stored = table === 'session_keys' ? value : Buffer.from(value).toString();
    const plain = opened(() => place.form.open(secrets.openers, name, stored), table === 'session_keys');
    if (plain) yield { table, column, row, key, value: plain.toString('base64') };
  }
}

/** Of another key file a text is as lost here as it would be there. */
function opened(open: () => Buffer, isNeeded: boolean): Buffer | undefined {
  try {
    return open();
  } catch (error) {
    if (isNeeded) throw error;
    return undefined;
  }
}

/** Sealed with the keys of the desk that takes them over. Throws for a place that is none of these. */
export function putSecret(database: Database, companyId: number, secrets: Secrets, secret: Secret): void {
  const { table, column, row, key } = secret;
  const place = placeOf(secret);
  const plain = Buffer.from(secret.value, 'base64');
  const sealed = place.form.seal(secrets.cipher, nameIn(place, companyId, secret), plain);
  if (table === 'session_keys')
    database.query('insert or replace into session_keys values (?, ?, ?)').run(row, key, sealed);
  else database.query(`update "${table}" set "${column}" = ? where ${rowOf(table)} = ?`).run(sealed, row);
}

type Row = { name: string; place: string; row_id: number | string; key: string; value: Uint8Array };

const rowOf = (table: string) => ROW[table] ?? 'id';

function placeOf({ table, column }: Pick<Secret, 'table' | 'column'>): SealedPlace {
  const place = CARRIED.find((one) => one.table === table && one.column === column);
  if (!place) throw new Error(`nothing is sealed in ${table}.${column}`);
  return place;
}

const nameIn = (place: SealedPlace, companyId: number, { row, key }: Pick<Secret, 'row' | 'key'>) =>
  place.name({ id: row, key }, companyId);
