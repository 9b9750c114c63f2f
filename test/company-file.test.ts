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
import { readRows, withDatabase } from '@/core/db/open-file.ts';
import { createLog } from '@/core/log.ts';
import { decryptText } from '@/core/security/encrypted-text.ts';
import { loadSecrets } from '@/core/security/secrets.ts';
import type { ExportJob } from '@/modules/company-files/company-files.schema.ts';
import { importCompany } from '@/ops/company-transfer/import-company.ts';
import { makeCipher } from '@/whatsapp/baileys/auth/cipher.ts';
import { databaseOf, KEY, makeTwoApps, runJob, SECRET } from './support/company-files.ts';

const MINUTE = 180_000;
const PASSPHRASE = 'uma frase bem comprida';
const root = mkdtempSync(join(tmpdir(), 'balcao-company-file-'));
const here = join(root, 'here');
const there = join(root, 'there');
let aurora = 0;

beforeAll(async () => {
  ({ aurora } = await makeTwoApps(here, there));
}, MINUTE);
afterAll(() => rmSync(root, { recursive: true, force: true }));

let locations = 0;
const newFolder = (from: string): string => {
  locations += 1;
  const folder = join(root, `place-${locations}`);
  cpSync(from, folder, { recursive: true });
  return folder;
};
const exporting = (more: Partial<ExportJob> = {}): ExportJob => ({
  kind: 'export',
  dataDir: here,
  companyId: aurora,
  target: join(root, `out-${locations}`, 'aurora.balcao'),
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
const stateOf = (dataDir: string) => ({
  companies: readRows<{ id: number }>(
    join(dataDir, 'platform.db'),
    'select id, name from companies order by id',
  ),
  logins: readRows(join(dataDir, 'platform.db'), 'select * from logins order by email'),
  folders: readdirSync(join(dataDir, 'companies')).sort(),
  imports: existsSync(join(dataDir, 'imports')),
});
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

test(
  'moves data, media and users to another installation without keys, pairing or super administrators',
  async () => {
    const dataDir = newFolder(there);
    const job = exporting();
    expect((await runJob(job)).exported).toMatchObject({ files: 2 });
    expect(readFileSync(job.target).includes(KEY)).toBe(false);
    const adopted = await importing(dataDir, job.target);
    expect([adopted.companyId, adopted.leftOut]).toEqual([3, ['ana@aurora.test']]);
    const database = databaseOf(dataDir, 3);
    expect(readRows<{ name: string }>(database, 'select name from tags').map(({ name }) => name)).toContain(
      SECRET,
    );
    const count = (what: string) =>
      readRows<{ n: number }>(database, `select count(*) as n from ${what}`)[0]?.n;
    const left = ['session_keys', 'push_subscriptions', 'outbox', 'users where super = 1'];
    expect(left.map(count)).toEqual([0, 0, 0, 0]);
    expect(readRows(database, 'select status from connections')).toEqual([{ status: 'DISCONNECTED' }]);
    expect(readRows(database, 'select api_key from prompts')).toEqual([{ api_key: '' }]);
    const media = readdirSync(join(dataDir, 'companies', '3', 'media'), { recursive: true });
    expect(media.filter((path) => String(path).includes('.'))).toHaveLength(2);
    const own = readRows<{ email: string }>(
      join(dataDir, 'platform.db'),
      'select email from logins where company_id = 3',
    );
    expect(own.map(({ email }) => email)).not.toContain('ana@aurora.test');
    expect(own).toHaveLength(adopted.people);
    expect(
      readRows<{ due_date: number }>(
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
  'carries keys in an encrypted file, re-encrypted and also under another company id',
  async () => {
    const dataDir = newFolder(there);
    const job = exporting({ withSecrets: true, passphrase: PASSPHRASE });
    await runJob(job);
    for (const word of [KEY, SECRET, 'par de chaves'])
      expect(readFileSync(job.target).includes(word)).toBe(false);
    const before = stateOf(dataDir);
    expect(await refusal(importing(dataDir, job.target))).toContain('encrypted');
    expect(await refusal(importing(dataDir, job.target, { passphrase: 'outra' }))).toContain('does not open');
    expect(stateOf(dataDir)).toEqual(before);
    mkdirSync(join(dataDir, 'bin', String(aurora)), { recursive: true });
    const { companyId } = await importing(dataDir, job.target, { passphrase: PASSPHRASE });
    expect(companyId).not.toBe(aurora);
    const secrets = loadSecrets(dataDir);
    const [prompt] = readRows<{ api_key: string }>(
      databaseOf(dataDir, companyId),
      'select api_key from prompts',
    );
    const name = `prompts:${companyId}:1:api_key`;
    expect(decryptText({ secrets, log: createLog('silent') }, name, prompt?.api_key ?? '')).toBe(KEY);
    const [creds] = readRows<{ value: ArrayBuffer }>(
      databaseOf(dataDir, companyId),
      'select value from session_keys',
    );
    expect(
      makeCipher(secrets.cipher)
        .open('creds', new Uint8Array(creds?.value ?? []))
        .toString(),
    ).toBe('par de chaves');
  },
  MINUTE,
);

test(
  'a file for an age recipient opens only with its identity',
  async () => {
    const identity = await generateIdentity();
    const job = exporting({ recipient: await identityToRecipient(identity) });
    await runJob(job);
    expect(readFileSync(job.target).includes(SECRET)).toBe(false);
    const dataDir = newFolder(there);
    expect(
      await refusal(importing(dataDir, job.target, { identities: [await generateIdentity()] })),
    ).toContain('does not open');
    expect((await importing(dataDir, job.target, { identities: [identity] })).companyId).toBe(3);
  },
  MINUTE,
);

describe('altered company file', () => {
  test(
    'is refused with a message and changes nothing: flipped bits, truncated, newer version, other file',
    async () => {
      const dataDir = newFolder(there);
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
        expect(await tryIt(Bun.zstdCompressSync(flipped))).toMatch(/damaged|not an exported company/);
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
    'is refused when its database contains code',
    async () => {
      const from = newFolder(here);
      withDatabase(databaseOf(from, aurora), (database) =>
        database.exec('create trigger evil after insert on tags begin update users set super = 1; end'),
      );
      const job = exporting({ dataDir: from });
      await runJob(job);
      expect(await refusal(importing(newFolder(there), job.target))).toContain('code');
    },
    MINUTE,
  );
});

test(
  'an export killed at any step leaves no file, and the next one is complete',
  async () => {
    const dataDir = newFolder(here);
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
  const { importCompany } = await import(${JSON.stringify(join(import.meta.dir, '../src/ops/company-transfer/import-company.ts'))});
  await importCompany({ dataDir: ${JSON.stringify(dataDir)}, source: ${JSON.stringify(source)}, passphrase: null, identities: [],
    folder: 'one', now: new Date(0), step: async (step) => {
      console.log(step);
      if (step === ${JSON.stringify(at)}) process.kill(process.pid, 'SIGKILL');
    } });`;

test(
  'an import killed at any step leaves a whole company or none and can be repeated',
  async () => {
    const job = exporting();
    await runJob(job);
    const steps: string[] = [];
    await importing(newFolder(there), job.target, { step: async (step) => void steps.push(step) });
    expect(steps).toContain('moved');
    for (const step of new Set(steps)) {
      const dataDir = newFolder(there);
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
