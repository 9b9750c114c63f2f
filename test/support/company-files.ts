import { Database } from 'bun:sqlite';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { sealedName, sealText } from '@/kernel/sealed.ts';
import { loadSecrets } from '@/kernel/secrets.ts';
import type { Exported, FileJob, Unpacked } from '@/modules/company-files/company-files.schema.ts';
import { FileLine } from '@/modules/company-files/company-files.schema.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { makeCipher } from '@/whatsapp/baileys/cipher.ts';
import { createTestDesk } from './deps.ts';
import { entryOf } from './entry.ts';

type Ended = { steps: string[]; exported?: Exported; unpacked?: Unpacked; failed?: string; why?: string };

/** An export or import in its own process. `killedAt`: it stands still there, and is killed. */
export async function runJob(job: FileJob, killedAt?: string): Promise<Ended> {
  const child = Bun.spawn(
    [process.execPath, entryOf(join(import.meta.dir, '../../src/company-file/main.ts'))],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const say = (line: string) => {
    child.stdin.write(`${line}\n`);
    child.stdin.flush();
  };
  say(JSON.stringify({ ...job, waits: true }));
  const ended: Ended = { steps: [] };
  for await (const text of createInterface({ input: Readable.fromWeb(child.stdout as never) })) {
    const line = FileLine.parse(JSON.parse(text));
    if (!('step' in line)) Object.assign(ended, line);
    else {
      ended.steps.push(line.step);
      if (line.step === killedAt) child.kill('SIGKILL');
      else say('go on');
    }
  }
  await child.exited;
  return ended;
}

export const WORD = 'segredo-da-padaria';
export const KEY = 'sk-chave-da-aurora';
export const databaseOf = (dataDir: string, id: number) =>
  join(dataDir, 'companies', String(id), 'company.db');

/** The data of two stopped desks: one that Aurora leaves, one that it comes to. */
export async function makeTwoDesks(here: string, there: string): Promise<{ aurora: number }> {
  const desk = await createTestDesk();
  const { aurora, boreal } = desk.cast.companyId;
  await createTag(await desk.systemScope(), { name: WORD, color: '#111111', kanban: false });
  await desk.kernel.storage.save(aurora, new TextEncoder().encode(`${WORD} em foto`), 'jpg');
  await desk.kernel.storage.save(aurora, new TextEncoder().encode('outra'), 'ogg');
  await desk.desk.stop();
  cpSync(desk.kernel.config.dataDir, here, { recursive: true });
  rmSync(desk.kernel.config.dataDir, { recursive: true, force: true });
  const secrets = loadSecrets(here);
  const database = new Database(databaseOf(here, aurora));
  database.run("insert into connections (id, name, status, number) values (1, 'Linha', 'CONNECTED', '5511')");
  const creds = makeCipher(secrets.cipher).seal('creds', Buffer.from('par de chaves'));
  database.query("insert into session_keys values (1, 'creds', ?)").run(creds);
  const name = sealedName('prompts', aurora, 1, 'api_key');
  database
    .query("insert into prompts (id, name, prompt, api_key) values (1, 'Bot', 'x', ?)")
    .run(sealText({ secrets }, name, KEY));
  database.run(
    "insert into push_subscriptions (user_id, endpoint, p256dh, auth, session) values (1, 'https://push.example/secret', 'k', 'a', 's')",
  );
  database.run('update users set super = 1 where id = 1');
  database.run(
    "insert into outbox (lane, kind, payload, due_at) values ('send:1:1', 'message.send', '{}', 1)",
  );
  database.close();
  // Another desk: its own keys, one of the company's addresses and, in the second company, other people.
  cpSync(here, there, { recursive: true });
  rmSync(join(there, 'secrets.json'));
  loadSecrets(there);
  rmSync(join(there, 'companies', String(aurora)), { recursive: true });
  const platform = new Database(join(there, 'platform.db'));
  platform.run('PRAGMA foreign_keys = ON');
  platform.run(`delete from companies where id = ${aurora}`);
  platform.run(`insert into logins values ('ana@aurora.test', ${boreal}, 77)`);
  platform.close();
  return { aurora };
}
