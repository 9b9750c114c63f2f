import * as schema from '@db/tenant/schema/index.ts';
import { tablesOfKind } from '../../core/db/annotations.ts';
import type { DatabaseFile } from '../../core/db/open-file.ts';
import { MARK } from '../../core/security/encrypted-text.ts';
import type { Secrets } from '../../core/security/secrets.ts';
import { type EncryptedColumn, OF_A_COMPANY } from '../encrypted-columns.ts';
import type { Secret } from './file-format.ts';

const LOCAL = tablesOfKind(schema, 'local');
const CARRIED = OF_A_COMPANY.filter(({ table }) => !LOCAL.includes(table));

/** Their rows are valid on this server only, or nothing but a key, which is carried as a secret. */
export const LEFT_OUT = [...LOCAL, 'session_keys'];
const ROW: Record<string, string> = { session_keys: 'connection_id', settings: 'key' };
const ASIDE = 'sealed_aside';

/** Moves values under this server's keys to `aside`, leaving no bytes; drops what is only valid here. */
export function strip(copy: DatabaseFile, aside: string): void {
  copy.exec('PRAGMA secure_delete = ON');
  copy.prepare('ATTACH ? AS aside').run(aside);
  copy.exec(`create table aside.${ASIDE} (name text, place text, row_id any, key text, value blob)`);
  copy.transaction(() => {
    for (const { table, column, needs } of CARRIED) {
      const key = needs.includes('key') ? 'key' : "''";
      const encrypted = table === 'session_keys' ? 'true' : `"${column}" like '${MARK}%'`;
      copy.exec(
        `insert into aside.${ASIDE} select '${table}', '${column}', ${rowOf(table)}, ${key}, cast("${column}" as blob) from "${table}" where ${encrypted}`,
      );
      if (table !== 'session_keys') copy.exec(`update "${table}" set "${column}" = '' where ${encrypted}`);
    }
    for (const table of LEFT_OUT) copy.exec(`delete from "${table}"`);
  })();
  copy.exec('DETACH aside');
  copy.exec('VACUUM');
}

/** Decrypts what `strip` put aside. Throws for a connection's key that cannot be decrypted. */
export function* openSecrets(aside: DatabaseFile, companyId: number, secrets: Secrets): Generator<Secret> {
  const rows = aside.prepare(`select * from ${ASIDE} order by rowid`).iterate() as Iterable<Row>;
  for (const { name: table, place: column, row_id: row, key, value } of rows) {
    const target = columnOf({ table, column });
    const name = nameIn(target, companyId, { row, key });
    const stored = table === 'session_keys' ? value : Buffer.from(value).toString();
    const plain = opened(
      () => target.form.open(secrets.decryptionKeys, name, stored),
      table === 'session_keys',
    );
    if (plain) yield { table, column, row, key, value: plain.toString('base64') };
  }
}

/** A text under another key file is as lost here as on the server. */
function opened(open: () => Buffer, isNeeded: boolean): Buffer | undefined {
  try {
    return open();
  } catch (error) {
    if (isNeeded) throw error;
    return undefined;
  }
}

/** Encrypted with the keys of the importing server. Throws for an unknown location. */
export function putSecret(database: DatabaseFile, companyId: number, secrets: Secrets, secret: Secret): void {
  const { table, column, row, key } = secret;
  const target = columnOf(secret);
  const plain = Buffer.from(secret.value, 'base64');
  const encrypted = target.form.encrypt(secrets.cipher, nameIn(target, companyId, secret), plain);
  if (table === 'session_keys')
    database.prepare('insert or replace into session_keys values (?, ?, ?)').run(row, key, encrypted);
  else
    database.prepare(`update "${table}" set "${column}" = ? where ${rowOf(table)} = ?`).run(encrypted, row);
}

type Row = { name: string; place: string; row_id: number | string; key: string; value: Uint8Array };

const rowOf = (table: string) => ROW[table] ?? 'id';

function columnOf({ table, column }: Pick<Secret, 'table' | 'column'>): EncryptedColumn {
  const target = CARRIED.find((one) => one.table === table && one.column === column);
  if (!target) throw new Error(`nothing is encrypted in ${table}.${column}`);
  return target;
}

const nameIn = (target: EncryptedColumn, companyId: number, { row, key }: Pick<Secret, 'row' | 'key'>) =>
  target.name({ id: row, key }, companyId);
