import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { extract, pack } from 'tar-stream';
import { withDatabase } from '@/core/db/open-file.ts';
import { encryptText } from '@/core/security/encrypted-text.ts';
import { loadSecrets } from '@/core/security/secrets.ts';
import type { Exported, FileJob, Unpacked } from '@/modules/company-files/company-files.schema.ts';
import { type CompanyRows, FileLine, ROWS } from '@/modules/company-files/company-files.schema.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { inspect } from '@/ops/backup/database-snapshot.ts';
import { DATABASE, HEADER, type Header, LIST } from '@/ops/company-transfer/file-format.ts';
import { makeCipher } from '@/whatsapp/baileys/auth/cipher.ts';
import { createTestApp } from './deps.ts';
import { entryOf } from './entry.ts';

type Ended = { steps: string[]; exported?: Exported; unpacked?: Unpacked; failed?: string; why?: string };

export async function runJob(job: FileJob, killedAt?: string): Promise<Ended> {
  const child = Bun.spawn(
    [process.execPath, entryOf(join(import.meta.dir, '../../src/ops/company-transfer/main.ts'))],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const log = (line: string) => {
    child.stdin.write(`${line}\n`);
    child.stdin.flush();
  };
  log(JSON.stringify({ ...job, waits: true }));
  const ended: Ended = { steps: [] };
  for await (const text of createInterface({ input: Readable.fromWeb(child.stdout as never) })) {
    const line = FileLine.parse(JSON.parse(text));
    if (!('step' in line)) Object.assign(ended, line);
    else {
      ended.steps.push(line.step);
      if (line.step === killedAt) child.kill('SIGKILL');
      else log('go on');
    }
  }
  await child.exited;
  return ended;
}

export const SECRET = 'segredo-da-padaria';
export const KEY = 'sk-chave-da-aurora';
export const databaseOf = (dataDir: string, id: number) =>
  join(dataDir, 'companies', String(id), 'company.db');

export async function makeTwoApps(here: string, there: string): Promise<{ aurora: number }> {
  const testApp = await createTestApp();
  const { aurora, boreal } = testApp.people.companyId;
  await createTag(await testApp.systemScope(), { name: SECRET, color: '#111111', kanban: false });
  await testApp.kernel.storage.save(aurora, new TextEncoder().encode(`${SECRET} em foto`), 'jpg');
  await testApp.kernel.storage.save(aurora, new TextEncoder().encode('outra'), 'ogg');
  await testApp.dependencies.stop();
  cpSync(testApp.kernel.config.dataDir, here, { recursive: true });
  rmSync(testApp.kernel.config.dataDir, { recursive: true, force: true });
  const secrets = loadSecrets(here);
  withDatabase(databaseOf(here, aurora), (database) => {
    database.exec(
      "insert into connections (id, name, status, number) values (1, 'Linha', 'CONNECTED', '5511')",
    );
    const creds = makeCipher(secrets.cipher).encrypt('creds', Buffer.from('par de chaves'));
    database.prepare("insert into session_keys values (1, 'creds', ?)").run([creds]);
    const name = `prompts:${aurora}:1:api_key`;
    database
      .prepare("insert into prompts (id, name, prompt, api_key) values (1, 'Bot', 'x', ?)")
      .run(encryptText({ secrets }, name, KEY));
    database.exec(
      "insert into push_subscriptions (user_id, endpoint, p256dh, auth, session) values (1, 'https://push.example/secret', 'k', 'a', 's')",
    );
    database.exec('update users set super = 1 where id = 1');
    database.exec(
      "insert into outbox (lane, kind, payload, due_at) values ('send:1:1', 'message.send', '{}', 1)",
    );
  });
  cpSync(here, there, { recursive: true });
  rmSync(join(there, 'secrets.json'));
  loadSecrets(there);
  rmSync(join(there, 'companies', String(aurora)), { recursive: true });
  withDatabase(join(there, 'platform.db'), (platform) => {
    platform.exec(`delete from companies where id = ${aurora}`);
    platform.exec(`insert into logins values ('ana@aurora.test', ${boreal}, 77)`);
  });
  return { aurora };
}

/** Undefined when SQLite cannot read it. */
function countsOf(path: string): Header['counts'] | undefined {
  try {
    return inspect(path).counts;
  } catch {
    return undefined;
  }
}

type Change = {
  head?: (head: Header) => Header;
  rows?: (rows: CompanyRows) => object;
  database?: (path: string) => void;
};

export async function forgeFile(honest: string, target: string, change: Change): Promise<void> {
  const entries = new Map<string, Buffer>();
  const tar = extract();
  tar.end(Bun.zstdDecompressSync(readFileSync(honest)));
  for await (const entry of tar)
    entries.set(entry.header.name, Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Uint8Array>)));
  const text = (name: string) => JSON.parse(String(entries.get(name)));
  const path = `${target}.db`;
  writeFileSync(path, entries.get(DATABASE) ?? '');
  change.database?.(path);
  entries.set(DATABASE, readFileSync(path));
  const head = { ...text(HEADER), counts: countsOf(path) ?? text(HEADER).counts };
  rmSync(path);
  entries.set(HEADER, Buffer.from(JSON.stringify(change.head?.(head) ?? head)));
  entries.set(ROWS, Buffer.from(JSON.stringify(change.rows?.(text(ROWS)) ?? text(ROWS))));
  entries.delete(LIST);
  const sums = [...entries].map(([path, bytes]) => {
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
    return JSON.stringify({ path, bytes: bytes.length, sha256 });
  });
  const packed = pack();
  for (const [name, bytes] of entries) packed.entry({ name }, bytes);
  packed.entry({ name: LIST }, `${sums.join('\n')}\n`);
  packed.finalize();
  writeFileSync(
    target,
    Bun.zstdCompressSync(Buffer.concat(await Array.fromAsync(packed as AsyncIterable<Uint8Array>))),
  );
}
