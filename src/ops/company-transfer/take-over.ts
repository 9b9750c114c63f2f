import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import { tablesOfKind } from '../../core/db/annotations.ts';
import { openDatabase } from '../../core/db/database.ts';
import { type DatabaseFile, openFile, readRows, withDatabase } from '../../core/db/open-file.ts';
import { TENANT_MIGRATIONS } from '../../core/db/tenants/tenants.ts';
import { copyRows, RowsRefused } from '../../core/db/untrusted/foreign-rows.ts';
import { tableOfUnknownValue } from '../../core/db/untrusted/known-values.ts';
import { createOlder } from '../../core/db/untrusted/older-schema.ts';
import { decrypt, encrypt, type Secrets } from '../../core/security/secrets.ts';
import type { CompanyRows } from '../../modules/company-files/company-files.schema.ts';
import { MAX_USER_ID } from '../../modules/users/users.schema.ts';
import { streamOf } from '../backup/backup-store.ts';
import { requeueWork, stopDueSends } from '../work-under-way.ts';
import { boundedLines, MAX_LINE } from './bounded-lines.ts';
import { type Header, SECRETS, Secret } from './file-format.ts';
import { FileRefused } from './refusal.ts';
import { LEFT_OUT, putSecret } from './secrets.ts';

type Taking = {
  scratch: string;
  theirs: string;
  database: string;
  head: Header;
  rows: CompanyRows;
  companyId: number;
  secrets: Secrets;
};

const NOT_COPIED = [...LEFT_OUT, ...tablesOfKind(schema, 'derived')];

/** Converts another server's data: rows in our schema, our version and keys, no platform administrators. */
export async function takeOver(taking: Taking): Promise<CompanyRows> {
  const { scratch, theirs, database, head, rows, companyId, secrets } = taking;
  await createOlder(database, { schema, migrations: TENANT_MIGRATIONS, count: head.migrations });
  await fill(database, theirs, head);
  await putSecrets({ scratch, database, companyId, secrets });
  await flush(database);
  await rm(join(scratch, SECRETS), { force: true });
  return { company: rows.company, logins: loginsOf(database, rows) };
}

/** `database` is empty, in the file's version. Throws FileRefused. */
export async function fill(
  database: string,
  theirs: string,
  head: Pick<Header, 'counts' | 'hasSecrets'>,
): Promise<void> {
  copy(theirs, database, head);
  await migrate(database);
  const odd = tableOfUnknownValue(database, schema);
  if (odd) throw new FileRefused('damaged', `The file is damaged: ${odd} holds what does not belong there`);
  withDatabase(database, (opened) => {
    opened.transaction(() => settle(opened, head.hasSecrets))();
  });
}

function copy(from: string, to: string, { counts }: Pick<Header, 'counts'>): void {
  try {
    copyRows({ from, to, counts, leftOut: NOT_COPIED, mostIds: { users: MAX_USER_ID } });
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error;
    if (error.fault === 'schema')
      throw new FileRefused('code', `Its database holds code that is not this desk’s: ${error.message}`);
    throw new FileRefused('damaged', `The file is damaged: ${error.message}`);
  }
}

function loginsOf(database: string, { logins }: CompanyRows): CompanyRows['logins'] {
  const ids = new Set(readRows<{ id: number }>(database, 'select id from users').map(({ id }) => id));
  return logins.filter(({ user_id }) => ids.has(user_id));
}

/** The other server's platform administrators have no rights here; it may have sent queued messages. */
function settle(opened: DatabaseFile, hasSecrets: boolean): void {
  opened.exec('update users set super = 0, online = 0');
  opened.exec(
    `update messages set error = 'ERR_SENDING_WAPP_MSG' where from_me = 1 and error is null and id in (
       select json_extract(payload, '$.messageId') from outbox where kind = 'message.send')`,
  );
  opened.exec('delete from outbox');
  requeueWork(opened);
  stopDueSends(opened);
  opened.exec('delete from webhook_lanes');
  opened.exec("delete from webhook_deliveries where state = 'waiting'");
  if (hasSecrets) return;
  opened.exec("update webhooks set is_active = 0 where secret = ''");
  opened.exec(
    "update connections set status = 'DISCONNECTED', qrcode = '', pairing_code = '', retries = 0, trouble = null",
  );
}

async function migrate(path: string): Promise<void> {
  withDatabase(path, (database) => database.exec('PRAGMA journal_mode = WAL'));
  const options = { url: `file:${path}`, schema, migrations: TENANT_MIGRATIONS };
  const database = await openDatabase(options).catch((error) => {
    throw new FileRefused('damaged', `Its database cannot be brought up to this version: ${error.message}`);
  });
  await database.close();
}

async function flush(path: string): Promise<void> {
  withDatabase(path, (database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

const BOUND = 'company-file';

export async function* encryptedLines(bytes: AsyncIterable<Uint8Array>, { cipher }: Secrets) {
  for await (const line of boundedLines(bytes))
    yield Buffer.from(`${encrypt(cipher, BOUND, Buffer.from(line)).toString('base64')}\n`);
}

type Putting = Pick<Taking, 'scratch' | 'database' | 'companyId' | 'secrets'>;

async function putSecrets({ scratch, database, companyId, secrets }: Putting): Promise<void> {
  const path = join(scratch, SECRETS);
  if (!existsSync(path)) return;
  using opened = openFile(database);
  try {
    opened.exec('BEGIN');
    for await (const line of boundedLines(streamOf(path) as AsyncIterable<Uint8Array>, 2 * MAX_LINE)) {
      const plain = decrypt(secrets.decryptionKeys, BOUND, Buffer.from(line, 'base64')).toString();
      putSecret(opened, companyId, secrets, Secret.parse(JSON.parse(plain)));
    }
    opened.exec('COMMIT');
  } catch (error) {
    throw new FileRefused('damaged', `The file is damaged: a key in it cannot be taken over: ${error}`);
  }
}
