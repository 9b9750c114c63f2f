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
import { examineDesk } from '@/doctor/doctor.ts';
import { backUp } from '../support/backups.ts';
import {
  addTag,
  companyIn,
  filledData,
  forget,
  makePlace,
  night,
  type Place,
  tagsIn,
  withDatabase,
} from './filled.ts';
import { addMessageWithFile } from './message-with-file.ts';

const MINUTE = 180_000;
const ROOT = join(import.meta.dir, '../..');
const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

let place: Place;
let aurora: number;
let photo: string;
beforeEach(async () => {
  ({ aurora } = await filledData());
  place = await makePlace();
  roots.push(place.root);
  photo = addMessageWithFile(place.dataDir, aurora);
});

async function run(words: string[], dataDir = place.dataDir) {
  const child = Bun.spawn([process.execPath, 'scripts/restore.ts', ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_DIR: place.target },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

/** What the doctor prints for the company, as the words behind `bun run restore`. */
async function advised(): Promise<string[]> {
  const lines: string[] = [];
  const doctor = { dataDir: place.dataDir, now: new Date(), mends: false };
  await examineDesk({ ...doctor, say: (line) => lines.push(line) });
  const line = lines.find((one) => one.startsWith(`company ${aurora}`) && one.includes('bun run restore'));
  const [, words] = /bun run restore ([^,]+)/.exec(line ?? '') ?? [];
  if (!words) throw new Error(`no command in ${lines.join('\n')}`);
  return words.split(' ');
}

describe('one sentence and exit code 1, without a stack trace', () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(place.root, name), text);
    return join(place.root, name);
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
  for (const [name, [words, says]] of Object.entries(CASES))
    test(
      name,
      async () => {
        const recipient = await identityToRecipient(await generateIdentity());
        await backUp({ ...place, recipient, ...night(1) });
        const { code, err } = await run(await words(), join(place.root, 'empty'));
        expect(code).toBe(1);
        expect(err).toMatch(says);
        expect(err).not.toMatch(/^\s+at |\.ts:\d+/m);
      },
      MINUTE,
    );
});

describe('what doctor prints works as it is', () => {
  const folder = () => dirname(companyIn(place.dataDir, aurora));
  const CASES: Record<string, () => void> = {
    'the database is damaged': () => {
      const bytes = readFileSync(companyIn(place.dataDir, aurora));
      writeFileSync(companyIn(place.dataDir, aurora), bytes.fill(7, 4096, bytes.length / 2));
    },
    'the database is empty': () => truncateSync(companyIn(place.dataDir, aurora), 0),
    'the folder was moved away': () => renameSync(folder(), join(place.root, 'elsewhere')),
    'the company is in the bin, and damaged': () => {
      mkdirSync(join(place.dataDir, 'bin'));
      renameSync(folder(), join(place.dataDir, 'bin', String(aurora)));
      truncateSync(join(place.dataDir, 'bin', String(aurora), 'company.db'), 4096);
      withDatabase(join(place.dataDir, 'platform.db'), (database) => {
        const rows = (sql: string) => database.query(sql).all();
        const record = {
          companies: rows(`select * from companies where id = ${aurora}`),
          logins: rows(`select * from logins where company_id = ${aurora}`),
        };
        const sql = `insert into deleted_companies values (${aurora}, 'Aurora', 0, 4102444800000, ?)`;
        database.run(sql, [JSON.stringify(record)]);
      });
      forget(place.dataDir, aurora);
    },
  };
  for (const [name, spoil] of Object.entries(CASES))
    test(
      name,
      async () => {
        await backUp({ ...place, ...night(1) });
        spoil();
        const { code, out, err } = await run(await advised());
        expect({ code, err }).toEqual({ code: 0, err: '' });
        expect(tagsIn(place.dataDir, aurora)).toContain('segredo-da-padaria');
        const isMoved = name.includes('moved');
        const aside = readdirSync(place.dataDir, { recursive: true })
          .map(String)
          .filter((path) => /\.aside-[^/]*$/.test(path));
        expect([aside.length, out.includes('What was there before lies in')]).toEqual([
          isMoved ? 0 : 1,
          !isMoved,
        ]);
        const lines: string[] = [];
        const doctor = { dataDir: place.dataDir, now: new Date(), mends: false };
        await examineDesk({ ...doctor, say: (line) => lines.push(line) });
        expect(lines.filter((line) => line.startsWith(`company ${aurora}`))).toEqual([]);
      },
      MINUTE,
    );

  for (const isEncrypted of [false, true])
    test(
      `the platform's database is damaged, and backups are ${isEncrypted ? '' : 'not '}encrypted`,
      async () => {
        const identity = await generateIdentity();
        const recipient = isEncrypted ? await identityToRecipient(identity) : null;
        await backUp({ ...place, recipient, ...night(1) });
        writeFileSync(join(place.dataDir, 'platform.db'), 'no database '.repeat(1000));
        const doctor = { dataDir: place.dataDir, now: new Date(), mends: false, say: () => undefined };
        const told = await examineDesk(doctor).catch((error: Error) => error.message);
        const option = isEncrypted ? '--identity' : '--secrets';
        const [command] = new RegExp(`bun run restore ${option} FILE`).exec(String(told)) ?? [];
        const moved = join(place.root, 'moved');
        renameSync(place.dataDir, moved);
        writeFileSync(join(place.root, 'identity.txt'), identity);
        const file = isEncrypted ? join(place.root, 'identity.txt') : join(moved, 'secrets.json');
        const { code, err } = await run(
          (command ?? '').replace('FILE', file).split(' ').slice(3),
          place.dataDir,
        );
        expect({ command: command !== undefined, code, err }).toEqual({ command: true, code: 0, err: '' });
        expect(tagsIn(place.dataDir, aurora)).toContain('segredo-da-padaria');
      },
      MINUTE,
    );

  test(
    'files that are gone come back alone, and what was written since stays',
    async () => {
      await backUp({ ...place, ...night(1) });
      addTag(place.dataDir, aurora, 'de hoje');
      rmSync(join(folder(), 'media', photo));
      const { code, out } = await run(await advised());
      expect({ code, back: out.includes('1 files are back') }).toEqual({ code: 0, back: true });
      expect(existsSync(join(folder(), 'media', photo))).toBe(true);
      expect(tagsIn(place.dataDir, aurora)).toContain('de hoje');
    },
    MINUTE,
  );
});

test(
  'a living company goes back to the backup: its people and data, not what the platform books; all sign in anew',
  async () => {
    const platform = join(place.dataDir, 'platform.db');
    const ask = (sql: string) => withDatabase(platform, (database) => database.query(sql).all());
    await backUp({ ...place, ...night(1) });
    const before = ask(`select * from logins where company_id = ${aurora} order by email`);
    addTag(place.dataDir, aurora, 'de hoje');
    const [first, second] = before as { email: string; user_id: number }[];
    withDatabase(platform, (database) => {
      database.run(
        `insert into logins (email, company_id, user_id) values ('hoje@x.example', ${aurora}, 99)`,
      );
      database.run('delete from logins where email = ?', [second?.email ?? '']);
      database.run(`update companies set due_date = 4102444800000 where id = ${aurora}`);
      database.run(
        `insert into authenticators (company_id, user_id, sealed, last_step, created_at) values (${aurora}, ${first?.user_id}, 'of today', 1, 0)
         on conflict do update set sealed = 'of today'`,
      );
      database.run(
        `insert into sessions (id_hash, company_id, user_id, created_at, seen_at, expires_at) values ('h', ${aurora}, 1, 0, 0, 0)`,
      );
    });
    const refused = await run(['--company', `${aurora}`]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--replace')]);
    const { code, err } = await run(['--company', `${aurora}`, '--replace']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(tagsIn(place.dataDir, aurora)).not.toContain('de hoje');
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
