import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { importCompany } from '@/company-file/import-company.ts';
import { createLog } from '@/kernel/log.ts';
import { openText, sealedName } from '@/kernel/sealed.ts';
import { loadSecrets } from '@/kernel/secrets.ts';
import type { ExportJob } from '@/modules/company-files/company-files.schema.ts';
import { makeCipher } from '@/whatsapp/baileys/cipher.ts';
import { databaseOf, KEY, makeTwoDesks, runJob, WORD } from './support/company-files.ts';

const MINUTE = 180_000;
const PASSPHRASE = 'uma frase bem comprida';
const root = mkdtempSync(join(tmpdir(), 'balcao-company-file-'));
/** The data of two stopped desks: one that the company leaves, one that it comes to. */
const here = join(root, 'here');
const there = join(root, 'there');
let aurora = 0;

function asked<T>(path: string, sql: string): T[] {
  const database = new Database(path);
  try {
    return database.query<T, []>(sql).all();
  } finally {
    database.close();
  }
}

beforeAll(async () => {
  ({ aurora } = await makeTwoDesks(here, there));
}, MINUTE);
afterAll(() => rmSync(root, { recursive: true, force: true }));

let places = 0;
const newPlace = (from: string): string => {
  places += 1;
  const place = join(root, `place-${places}`);
  cpSync(from, place, { recursive: true });
  return place;
};
const exporting = (more: Partial<ExportJob> = {}): ExportJob => ({
  kind: 'export',
  dataDir: here,
  companyId: aurora,
  target: join(root, `out-${places}`, 'aurora.balcao'),
  now: '2026-03-10T06:12:00.000Z',
  version: '0.0.0',
  keepFree: 0,
  passphrase: null,
  recipient: null,
  withSecrets: false,
  ...more,
});
const importing = (
  dataDir: string,
  source: string,
  more: Partial<Parameters<typeof importCompany>[0]> = {},
) =>
  importCompany({
    ...{ dataDir, source, passphrase: null, identities: [], folder: 'one', now: new Date(0) },
    step: async () => undefined,
    ...more,
  });
/** What a desk would find: rows of the platform, folders, what is left lying about. */
const stateOf = (dataDir: string) => ({
  companies: asked<{ id: number }>(
    join(dataDir, 'platform.db'),
    'select id, name from companies order by id',
  ),
  logins: asked(join(dataDir, 'platform.db'), 'select * from logins order by email'),
  folders: readdirSync(join(dataDir, 'companies')).sort(),
  imports: existsSync(join(dataDir, 'imports')),
});
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

test(
  'a company goes to another desk: data, media, people; no key, no line, nobody above the company',
  async () => {
    const dataDir = newPlace(there);
    const job = exporting();
    expect((await runJob(job)).exported).toMatchObject({ files: 2 });
    expect(readFileSync(job.target).includes(KEY)).toBe(false);
    const adopted = await importing(dataDir, job.target);
    // Its number is this desk's choice, and nobody's who went from here.
    expect([adopted.companyId, adopted.leftOut]).toEqual([3, ['ana@aurora.test']]);
    const database = databaseOf(dataDir, 3);
    expect(asked<{ name: string }>(database, 'select name from tags').map(({ name }) => name)).toContain(
      WORD,
    );
    const count = (what: string) => asked<{ n: number }>(database, `select count(*) as n from ${what}`)[0]?.n;
    const left = ['session_keys', 'push_subscriptions', 'outbox', 'users where super = 1'];
    expect(left.map(count)).toEqual([0, 0, 0, 0]);
    expect(asked(database, 'select status from connections')).toEqual([{ status: 'DISCONNECTED' }]);
    expect(asked(database, 'select api_key from prompts')).toEqual([{ api_key: '' }]);
    const media = readdirSync(join(dataDir, 'companies', '3', 'media'), { recursive: true });
    expect(media.filter((path) => String(path).includes('.'))).toHaveLength(2);
    const own = asked<{ email: string }>(
      join(dataDir, 'platform.db'),
      'select email from logins where company_id = 3',
    );
    expect(own.map(({ email }) => email)).not.toContain('ana@aurora.test');
    expect(own).toHaveLength(adopted.people);
    expect(
      asked<{ due_date: number }>(
        join(dataDir, 'platform.db'),
        'select due_date from companies where id = 3',
      )[0]?.due_date,
    ).toBeGreaterThan(0);
    expect(await refusal(importing(dataDir, job.target))).toBe('ERR_COMPANY_NAME_ALREADY_EXISTS');
    expect(await importing(dataDir, job.target, { name: 'Aurora 2' })).toMatchObject({
      name: 'Aurora 2',
      people: 0,
    });
    expect(stateOf(dataDir).companies).toHaveLength(3);
  },
  MINUTE,
);

test(
  'its keys come along in an encrypted file, sealed anew, also under another number',
  async () => {
    const dataDir = newPlace(there);
    const job = exporting({ withSecrets: true, passphrase: PASSPHRASE });
    await runJob(job);
    for (const word of [KEY, WORD, 'par de chaves'])
      expect(readFileSync(job.target).includes(word)).toBe(false);
    const before = stateOf(dataDir);
    expect(await refusal(importing(dataDir, job.target))).toContain('encrypted');
    expect(await refusal(importing(dataDir, job.target, { passphrase: 'outra' }))).toContain('does not open');
    expect(stateOf(dataDir)).toEqual(before);
    mkdirSync(join(dataDir, 'bin', String(aurora)), { recursive: true });
    const { companyId } = await importing(dataDir, job.target, { passphrase: PASSPHRASE });
    expect(companyId).not.toBe(aurora);
    const secrets = loadSecrets(dataDir);
    const [prompt] = asked<{ api_key: string }>(
      databaseOf(dataDir, companyId),
      'select api_key from prompts',
    );
    const name = sealedName('prompts', companyId, 1, 'api_key');
    expect(openText({ secrets, log: createLog('silent') }, name, prompt?.api_key ?? '')).toBe(KEY);
    const [creds] = asked<{ value: Uint8Array }>(
      databaseOf(dataDir, companyId),
      'select value from session_keys',
    );
    expect(
      makeCipher(secrets.cipher)
        .open('creds', creds?.value ?? new Uint8Array())
        .toString(),
    ).toBe('par de chaves');
  },
  MINUTE,
);

test(
  'to an age recipient only its identity opens it',
  async () => {
    const identity = await generateIdentity();
    const job = exporting({ recipient: await identityToRecipient(identity) });
    await runJob(job);
    expect(readFileSync(job.target).includes(WORD)).toBe(false);
    const dataDir = newPlace(there);
    expect(
      await refusal(importing(dataDir, job.target, { identities: [await generateIdentity()] })),
    ).toContain('does not open');
    expect((await importing(dataDir, job.target, { identities: [identity] })).companyId).toBe(3);
  },
  MINUTE,
);

describe('a file that is not as it was made', () => {
  test(
    'is refused with a sentence, and nothing is changed: bits, an end, another version, something else',
    async () => {
      const dataDir = newPlace(there);
      const before = stateOf(dataDir);
      const job = exporting();
      await runJob(job);
      const whole = readFileSync(job.target);
      const tryIt = (bytes: Uint8Array) => {
        const path = join(root, 'bad.balcao');
        writeFileSync(path, bytes);
        return refusal(importing(dataDir, path));
      };
      const plain = Bun.zstdDecompressSync(whole);
      for (const at of [600, plain.indexOf('SQLite format 3') + 5000]) {
        const flipped = Buffer.from(plain);
        flipped[at] = (flipped[at] ?? 0) ^ 1;
        expect(await tryIt(Bun.zstdCompressSync(flipped))).toMatch(/damaged|no file of a company/);
      }
      const flipped = Buffer.from(whole);
      flipped[whole.length - 400] = (flipped[whole.length - 400] ?? 0) ^ 1;
      expect(await tryIt(flipped)).toContain('damaged');
      expect(await tryIt(whole.subarray(0, whole.length - 2000))).not.toBe('');
      const listAt = plain.lastIndexOf('list.jsonl');
      expect(await tryIt(Bun.zstdCompressSync(plain.subarray(0, listAt)))).not.toBe('');
      expect(await tryIt(new TextEncoder().encode('anything else'))).not.toBe('');
      const newer = Buffer.from(plain.toString('latin1').replace('"format":1', '"format":9'), 'latin1');
      expect(await tryIt(Bun.zstdCompressSync(newer))).toContain('later version');
      expect(await refusal(importing(dataDir, join(root, 'nowhere')))).toContain('no file');
      expect(stateOf(dataDir)).toEqual(before);
    },
    MINUTE,
  );

  test(
    'with code of its own in the database is refused',
    async () => {
      const from = newPlace(here);
      const database = new Database(databaseOf(from, aurora));
      database.run('create trigger evil after insert on tags begin update users set super = 1; end');
      database.close();
      const job = exporting({ dataDir: from });
      await runJob(job);
      expect(await refusal(importing(newPlace(there), job.target))).toContain('code');
    },
    MINUTE,
  );
});

test(
  'killed at any step an export leaves no file, and the next one is whole',
  async () => {
    const dataDir = newPlace(here);
    const job = exporting({ dataDir, withSecrets: true });
    const { steps } = await runJob({ ...job, target: `${job.target}-first` });
    for (const step of new Set(steps)) {
      expect((await runJob(job, step)).exported).toBeUndefined();
      expect(existsSync(job.target)).toBe(false);
    }
    expect((await runJob(job)).exported).toBeDefined();
    expect(existsSync(join(dataDir, 'export-scratch'))).toBe(false);
    expect(readdirSync(join(job.target, '..')).filter((name) => name.endsWith('.part'))).toEqual([]);
  },
  3 * MINUTE,
);

const IMPORTER = (dataDir: string, source: string, at: string) => `
  const { importCompany } = await import(${JSON.stringify(join(import.meta.dir, '../src/company-file/import-company.ts'))});
  await importCompany({ dataDir: ${JSON.stringify(dataDir)}, source: ${JSON.stringify(source)}, passphrase: null, identities: [],
    folder: 'one', now: new Date(0), step: async (step) => {
      console.log(step);
      if (step === ${JSON.stringify(at)}) process.kill(process.pid, 'SIGKILL');
    } });`;

test(
  'killed at any step an import leaves the whole company or none of it, and goes through when it is repeated',
  async () => {
    const job = exporting();
    await runJob(job);
    const steps: string[] = [];
    await importing(newPlace(there), job.target, { step: async (step) => void steps.push(step) });
    expect(steps).toContain('moved');
    for (const step of new Set(steps)) {
      const dataDir = newPlace(there);
      const before = stateOf(dataDir);
      const child = Bun.spawn([process.execPath, '-e', IMPORTER(dataDir, job.target, step)], {
        cwd: join(import.meta.dir, '..'),
        stdout: 'ignore',
      });
      await child.exited;
      expect(child.signalCode).toBe('SIGKILL');
      if (step === 'committed') {
        expect(stateOf(dataDir).companies).toHaveLength(2);
        expect(existsSync(databaseOf(dataDir, 3))).toBe(true);
        continue;
      }
      expect(stateOf(dataDir)).toMatchObject({ companies: before.companies, logins: before.logins });
      expect((await importing(dataDir, job.target)).companyId).toBe(3);
      expect(stateOf(dataDir).companies).toHaveLength(2);
      expect(existsSync(join(dataDir, 'imports', 'one'))).toBe(false);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  5 * MINUTE,
);
