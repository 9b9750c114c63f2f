import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import { withDatabase } from '../backup/snapshot.ts';
import { openDatabase } from '../kernel/db/database.ts';
import { TENANT_MIGRATIONS, writeTemplate } from '../kernel/db/tenants.ts';
import { decrypt, encrypt, type Secrets } from '../kernel/secrets.ts';
import { type Head, SECRETS, Secret } from './format.ts';
import { FileRefused } from './refusal.ts';
import { putSecret } from './secrets.ts';

type Taking = { scratch: string; database: string; head: Head; companyId: number; secrets: Secrets };

/** What was made by another desk becomes this one's: its version, its keys, nobody above the company. */
export async function takeOver({ scratch, database, head, companyId, secrets }: Taking): Promise<void> {
  await migrate(database);
  await requireOwnCode(database, scratch);
  const lines = await openLines(scratch, secrets);
  withDatabase(database, (opened) => {
    opened.run('PRAGMA foreign_keys = ON');
    opened.transaction(() => {
      settle(opened, head.hasSecrets);
      for (const line of lines) putSecret(opened, companyId, secrets, line);
    })();
  });
  await rm(join(scratch, SECRETS), { force: true });
}

/** Whoever was above all companies there is not so here. What was about to be sent there may have been sent meanwhile. */
function settle(opened: Database, hasSecrets: boolean): void {
  opened.run('update users set super = 0, online = 0');
  opened.run(
    `update messages set error = 'ERR_SENDING_WAPP_MSG' where from_me = 1 and error is null and id in (
       select json_extract(payload, '$.messageId') from outbox where kind = 'message.send')`,
  );
  opened.run('delete from outbox');
  opened.run('delete from webhook_lanes');
  opened.run("delete from webhook_deliveries where state = 'waiting'");
  if (hasSecrets) return;
  opened.run("update webhooks set is_active = 0 where secret = ''");
  opened.run(
    "update connections set status = 'DISCONNECTED', qrcode = '', pairing_code = '', retries = 0, trouble = null",
  );
}

async function migrate(path: string): Promise<void> {
  const options = { url: `file:${path}`, schema, migrations: TENANT_MIGRATIONS };
  const database = await openDatabase(options).catch((error) => {
    throw new FileRefused('damaged', `Its database cannot be brought up to this version: ${error.message}`);
  });
  await database.close();
}

/** A trigger or view that came with the file would run within this desk. */
async function requireOwnCode(path: string, scratch: string): Promise<void> {
  const template = join(scratch, 'template.db');
  await writeTemplate(template);
  const [ours, theirs] = [template, path].map((one) => withDatabase(one, codeIn));
  for (const suffix of ['', '-wal', '-shm']) await rm(`${template}${suffix}`, { force: true });
  if (ours !== theirs) throw new FileRefused('code', 'Its database holds code that is not this desk’s.');
}

const codeIn = (database: Database) =>
  JSON.stringify(
    database
      .query(
        "select type, name, tbl_name, sql from sqlite_master where type in ('trigger', 'view') order by 1, 2",
      )
      .all(),
  );

const BOUND = 'company-file';

/** Until they stand in the database they lie here under this desk's key. */
export async function* sealedLines(bytes: AsyncIterable<Uint8Array>, { cipher }: Secrets) {
  const decoder = new TextDecoder();
  let rest = '';
  const seal = (line: string) =>
    Buffer.from(`${encrypt(cipher, BOUND, Buffer.from(line)).toString('base64')}\n`);
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield seal(line);
  }
  if (rest !== '') yield seal(rest);
}

async function openLines(scratch: string, { openers }: Secrets): Promise<Secret[]> {
  const path = join(scratch, SECRETS);
  const secrets: Secret[] = [];
  if (!existsSync(path)) return secrets;
  for await (const line of (await open(path)).readLines()) {
    const plain = decrypt(openers, BOUND, Buffer.from(line, 'base64')).toString();
    secrets.push(Secret.parse(JSON.parse(plain)));
  }
  return secrets;
}
