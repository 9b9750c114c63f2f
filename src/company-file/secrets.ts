import { Database } from 'bun:sqlite';
import { openText, sealedName, sealText } from '../kernel/sealed.ts';
import { decrypt, encrypt, type Secrets } from '../kernel/secrets.ts';
import type { Secret } from './format.ts';

/** Table, column, and the column whose name is bound to the ciphertext. */
const TEXTS: [table: string, column: string, bound: string][] = [
  ['prompts', 'api_key', 'api_key'],
  ['prompts', 'voice_key', 'voice_key'],
  ['queue_integrations', 'json_content', 'json_content'],
  ['queue_integrations', 'signing_secret', 'signing_secret'],
  ['webhooks', 'secret', 'secret'],
  ['webhooks', 'previous_secret', 'secret'],
];
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
    for (const [table, column] of TEXTS) {
      const kept = `select '${table}', '${column}', id, '', cast("${column}" as blob) from "${table}" where "${column}" like 'sealed:%'`;
      copy.run(`insert into aside.${ASIDE} ${kept}`);
      copy.run(`update "${table}" set "${column}" = '' where "${column}" like 'sealed:%'`);
    }
    const settings = `select 'settings', 'value', key, key, cast(value as blob) from settings where value like 'sealed:%'`;
    copy.run(`insert into aside.${ASIDE} ${settings}`);
    copy.run("update settings set value = '' where value like 'sealed:%'");
    copy.run(
      `insert into aside.${ASIDE} select 'session_keys', 'value', connection_id, key, value from session_keys`,
    );
    for (const table of ['session_keys', 'session_journal', 'push_subscriptions', 'undos'])
      copy.run(`delete from "${table}"`);
  })();
  copy.run('DETACH aside');
  copy.run('VACUUM');
}

/** What `strip` put aside, opened with the keys it was sealed with. Throws for what cannot be opened. */
export function* openSecrets(aside: Database, companyId: number, secrets: Secrets): Generator<Secret> {
  const rows = aside.query<Row, []>(`select * from ${ASIDE} order by rowid`);
  for (const { name, place, row_id, key, value } of rows.iterate()) {
    const secret = { table: name, column: place, row: row_id, key };
    if (name === 'session_keys') {
      yield { ...secret, value: openRow(secrets, key, value).toString('base64') };
      continue;
    }
    const stored = Buffer.from(value).toString();
    const plain = openText({ secrets, log: SILENT }, nameOf(secret, companyId), stored);
    // Of another key file: as lost here as it would be there.
    if (plain !== '') yield { ...secret, value: Buffer.from(plain).toString('base64') };
  }
}

/** Sealed with the keys of the desk that takes them over. Throws for a place that is none of these. */
export function putSecret(database: Database, companyId: number, secrets: Secrets, secret: Secret): void {
  const { table, column, row, key } = secret;
  const plain = Buffer.from(secret.value, 'base64');
  if (table === 'session_keys') {
    const value = sealRow(secrets, key, plain);
    database.query('insert or replace into session_keys values (?, ?, ?)').run(row, key, value);
    return;
  }
  const isKnown = TEXTS.some(([name, place]) => name === table && place === column);
  if (table !== 'settings' && !isKnown) throw new Error(`nothing is sealed in ${table}.${column}`);
  const sealed = sealText({ secrets }, nameOf(secret, companyId), plain.toString());
  const place = table === 'settings' ? 'key' : 'id';
  database.query(`update "${table}" set "${column}" = ? where ${place} = ?`).run(sealed, row);
}

/** As src/whatsapp/baileys/cipher.ts seals a line's keys: a version stands before what the kernel seals. */
const VERSION = 1;
const sealRow = ({ cipher }: Secrets, key: string, plain: Uint8Array) =>
  Buffer.concat([Buffer.of(VERSION), encrypt(cipher, key, plain)]);
function openRow({ openers }: Secrets, key: string, sealed: Uint8Array): Buffer {
  if (sealed[0] !== VERSION) throw new Error(`${key} was sealed by another version`);
  return decrypt(openers, key, sealed.subarray(1));
}

type Row = { name: string; place: string; row_id: number | string; key: string; value: Uint8Array };

function nameOf({ table, column, row }: Omit<Secret, 'value'>, companyId: number): string {
  if (table === 'settings') return `setting:${companyId}:${row}`;
  const bound = TEXTS.find(([name, place]) => name === table && place === column)?.[2] ?? column;
  return sealedName(table, companyId, Number(row), bound);
}

const SILENT = { error: () => undefined } as unknown as Parameters<typeof openText>[0]['log'];
