import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { readRows, withDatabase } from '@/core/db/open-file.ts';
import { examineApp } from '@/ops/doctor/doctor.ts';
import { backUp } from '../support/backups.ts';
import { addTag, companyIn, type Folders, filledData, forget, makeFolders, night, tagsIn } from './filled.ts';
import { addMessageWithFile } from './message-with-file.ts';

const MINUTE = 180_000;
const ROOT = join(import.meta.dir, '../..');
const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

let folders: Folders;
let aurora: number;
let photo: string;
beforeEach(async () => {
  ({ aurora } = await filledData());
  folders = await makeFolders();
  roots.push(folders.root);
  photo = addMessageWithFile(folders.dataDir, aurora);
});

async function run(words: string[], dataDir = folders.dataDir) {
  const child = Bun.spawn([process.execPath, 'scripts/restore.ts', ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_DIR: folders.target },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

async function advised(): Promise<string[]> {
  const lines: string[] = [];
  const doctor = { dataDir: folders.dataDir, now: new Date(), mends: false };
  await examineApp({ ...doctor, write: (line) => lines.push(line) });
  const line = lines.find((one) => one.startsWith(`company ${aurora}`) && one.includes('bun run restore'));
  const [, words] = /bun run restore ([^,]+)/.exec(line ?? '') ?? [];
  if (!words) throw new Error(`no command in ${lines.join('\n')}`);
  return words.split(' ');
}

describe('restore command errors exit with one sentence and code 1, without a stack trace', () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(folders.root, name), text);
    return join(folders.root, name);
  };
  const stranger = generateIdentity();
  const CASES: Record<string, [words: () => Promise<string[]>, says: RegExp]> = {
    'another identity': [
      async () => ['--identity', file('stranger.txt', `# a comment\n${await stranger}\n`)],
      /does not open the backup/,
    ],
    'an identity that is none': [
      async () => ['--identity', file('broken.txt', 'AGE-SECRET-KEY-1NONE')],
      /holds no age identity/,
    ],
    'a file without an identity': [
      async () => ['--identity', file('empty.txt', 'nothing')],
      /holds no age identity/,
    ],
    'an identity file that is missing': [async () => ['--identity', '/nowhere/key.txt'], /is not there/],
    'no identity': [async () => [], /is encrypted/],
    'a folder that is missing': [async () => ['--from', '/nowhere'], /\/nowhere is not there/],
    'a folder without backups': [async () => ['--from', ROOT], /No backup is there/],
    'a company that is no number': [async () => ['--company', 'aurora'], /is the number of a company/],
    '--replace without a company': [async () => ['--replace'], /name it/],
    'an unknown option': [async () => ['--companie', '1'], /Unknown option/],
    'a set that is not there': [async () => ['--run', '20200101T000000Z'], /There is no backup/],
  };
  for (const [name, [words, texts]] of Object.entries(CASES))
    test(
      name,
      async () => {
        const recipient = await identityToRecipient(await generateIdentity());
        await backUp({ ...folders, recipient, ...night(1) });
        const { code, err } = await run(await words(), join(folders.root, 'empty'));
        expect(code).toBe(1);
        expect(err).toMatch(texts);
        expect(err).not.toMatch(/^\s+at |\.ts:\d+/m);
      },
      MINUTE,
    );
});

describe('restore commands printed by doctor work as printed', () => {
  const folder = () => dirname(companyIn(folders.dataDir, aurora));
  const CASES: Record<string, () => void> = {
    'the database is damaged': () => {
      const bytes = readFileSync(companyIn(folders.dataDir, aurora));
      writeFileSync(companyIn(folders.dataDir, aurora), bytes.fill(7, 4096, bytes.length / 2));
    },
    'the database is empty': () => truncateSync(companyIn(folders.dataDir, aurora), 0),
    'the folder was moved away': () => renameSync(folder(), join(folders.root, 'elsewhere')),
    'the company is in the bin, and damaged': () => {
      mkdirSync(join(folders.dataDir, 'bin'));
      renameSync(folder(), join(folders.dataDir, 'bin', String(aurora)));
      truncateSync(join(folders.dataDir, 'bin', String(aurora), 'company.db'), 4096);
      withDatabase(join(folders.dataDir, 'platform.db'), (database) => {
        const rows = (sql: string) => database.prepare(sql).all();
        const record = {
          companies: rows(`select * from companies where id = ${aurora}`),
          logins: rows(`select * from logins where company_id = ${aurora}`),
        };
        const sql = `insert into deleted_companies values (${aurora}, 'Aurora', 0, 4102444800000, ?)`;
        database.prepare(sql).run(JSON.stringify(record));
      });
      forget(folders.dataDir, aurora);
    },
  };
  for (const [name, spoil] of Object.entries(CASES))
    test(
      name,
      async () => {
        await backUp({ ...folders, ...night(1) });
        spoil();
        const binned = name.includes('in the bin') ? /Platform → Companies → Bin/ : /./;
        expect((await run(['--company', String(aurora)])).err).toMatch(binned);
        const { code, out, err } = await run(await advised());
        expect({ code, err }).toEqual({ code: 0, err: '' });
        expect(tagsIn(folders.dataDir, aurora)).toContain('segredo-da-padaria');
        const isMoved = name.includes('moved');
        const aside = readdirSync(folders.dataDir, { recursive: true })
          .map(String)
          .filter((path) => /\.aside-[^/]*$/.test(path));
        expect([aside.length, out.includes('What was there before lies in')]).toEqual([
          isMoved ? 0 : 1,
          !isMoved,
        ]);
        const lines: string[] = [];
        const doctor = { dataDir: folders.dataDir, now: new Date(), mends: false };
        await examineApp({ ...doctor, write: (line) => lines.push(line) });
        expect(lines.filter((line) => line.startsWith(`company ${aurora}`))).toEqual([]);
      },
      MINUTE,
    );

  for (const isEncrypted of [false, true])
    test(
      `with a damaged platform database and backups ${isEncrypted ? '' : 'not '}encrypted`,
      async () => {
        const identity = await generateIdentity();
        const recipient = isEncrypted ? await identityToRecipient(identity) : null;
        await backUp({ ...folders, recipient, ...night(1) });
        writeFileSync(join(folders.dataDir, 'platform.db'), 'no database '.repeat(1000));
        const doctor = { dataDir: folders.dataDir, now: new Date(), mends: false, write: () => undefined };
        const reported = await examineApp(doctor).catch((error: Error) => error.message);
        const option = isEncrypted ? '--identity' : '--secrets';
        const [command] = new RegExp(`bun run restore ${option} FILE`).exec(String(reported)) ?? [];
        const moved = join(folders.root, 'moved');
        renameSync(folders.dataDir, moved);
        writeFileSync(join(folders.root, 'identity.txt'), identity);
        const file = isEncrypted ? join(folders.root, 'identity.txt') : join(moved, 'secrets.json');
        const { code, err } = await run(
          (command ?? '').replace('FILE', file).split(' ').slice(3),
          folders.dataDir,
        );
        expect({ command: command !== undefined, code, err }).toEqual({ command: true, code: 0, err: '' });
        expect(tagsIn(folders.dataDir, aurora)).toContain('segredo-da-padaria');
      },
      MINUTE,
    );

  test(
    'restore only missing files and preserve what was written since',
    async () => {
      await backUp({ ...folders, ...night(1) });
      addTag(folders.dataDir, aurora, 'de hoje');
      rmSync(join(folder(), 'media', photo));
      const { code, out } = await run(await advised());
      expect({ code, back: out.includes('1 file is back') }).toEqual({ code: 0, back: true });
      expect(out).not.toMatch(/^[a-z][\w ]*$/m);
      expect(existsSync(join(folder(), 'media', photo))).toBe(true);
      expect(tagsIn(folders.dataDir, aurora)).toContain('de hoje');
    },
    MINUTE,
  );
});

test(
  'restoring a living company resets users and data but not platform records, and ends all sessions',
  async () => {
    const platform = join(folders.dataDir, 'platform.db');
    const ask = (sql: string) => readRows(platform, sql);
    await backUp({ ...folders, ...night(1) });
    const before = ask(`select * from logins where company_id = ${aurora} order by email`);
    addTag(folders.dataDir, aurora, 'de hoje');
    const [first, second] = before as { email: string; user_id: number }[];
    withDatabase(platform, (database) => {
      database.exec(
        `insert into logins (email, company_id, user_id) values ('hoje@x.example', ${aurora}, 99)`,
      );
      database.prepare('delete from logins where email = ?').run(second?.email ?? '');
      database.exec(`update companies set due_date = 4102444800000 where id = ${aurora}`);
      database.exec(
        `insert into authenticators (company_id, user_id, sealed, last_step, created_at) values (${aurora}, ${first?.user_id}, 'of today', 1, 0)
         on conflict do update set sealed = 'of today'`,
      );
      database.exec(
        `insert into sessions (id_hash, company_id, user_id, created_at, seen_at, expires_at) values ('h', ${aurora}, 1, 0, 0, 0)`,
      );
    });
    const refused = await run(['--company', `${aurora}`]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--replace')]);
    expect((await run([])).err).toContain('or name one company (--company)');
    const { code, out, err } = await run(['--company', `${aurora}`, '--replace']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('WhatsApp is paired under Connections');
    const lines: string[] = [];
    const doctor = { dataDir: folders.dataDir, now: new Date(), mends: false };
    await examineApp({ ...doctor, write: (line) => lines.push(line) });
    expect(lines.filter((line) => line.includes('.aside-'))).toEqual([
      expect.stringContaining('from before a restore'),
    ]);
    expect(tagsIn(folders.dataDir, aurora)).not.toContain('de hoje');
    expect(ask(`select * from logins where company_id = ${aurora} order by email`)).toEqual(before);
    expect(ask(`select due_date as due from companies where id = ${aurora}`)).toEqual([
      { due: 4102444800000 },
    ]);
    expect(
      ask(`select sealed from authenticators where user_id = ${first?.user_id} and company_id = ${aurora}`),
    ).toEqual([{ sealed: 'of today' }]);
    expect(ask(`select 1 from sessions where company_id = ${aurora}`)).toEqual([]);
  },
  MINUTE,
);
