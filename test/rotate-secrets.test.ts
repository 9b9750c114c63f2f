import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { openFile } from '@/core/db/open-file.ts';
import { loadSecrets } from '@/core/security/secrets.ts';
import { lockData } from '@/core/storage/data-lock.ts';
import { apiKeys, voiceKeys } from '@/modules/prompts/prompt-keys.logic.ts';
import { checkAudit } from '@/ops/doctor/check-rows.ts';
import { OF_A_COMPANY, OF_THE_PLATFORM } from '@/ops/encrypted-columns.ts';
import { rotate } from '@/ops/rotation/rotate-secrets.ts';
import { listSources } from './architecture/sources.ts';
import {
  binOf,
  CANARIES,
  fillWithEncrypted,
  readEncrypted,
  scopeOf,
  withCompany,
  withPlatform,
} from './support/encrypted-canaries.ts';

const root = mkdtempSync(join(tmpdir(), 'balcao-rotation-'));
const filled = join(root, 'filled');
let aurora = 0;
const AT = new Date('2026-03-01T12:00:00Z');
const QUIET = { operator: 'root', now: () => AT, step: async () => undefined };

beforeAll(async () => {
  aurora = await fillWithEncrypted(filled);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('secret rotation', () => {
  test('re-encrypts every value, leaves no old key in the file and preserves a complete copy', async () => {
    const dataDir = freshFolder('whole');
    const before = keysIn(dataDir);
    const { resealed, lost, databases } = await rotate({ dataDir, keep: [], ...QUIET });
    expect({ resealed, lost, databases }).toEqual({ resealed: CANARIES.length, lost: 0, databases: 3 });
    expect(readAll(dataDir)).toEqual([...CANARIES]);
    const file = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
    expect(before).toHaveLength(6);
    expect(before.filter((key) => file.includes(key))).toEqual([]);
    expect(loadSecrets(dataDir).decryptionKeys).toHaveLength(1);
    expect(readAll(join(dataDir, 'before-rotation'))).toEqual([...CANARIES]);
    expect(() => loadSecrets(join(dataDir, 'before-rotation'))).not.toThrow();
    const left = withPlatform(dataDir, (database) =>
      database
        .prepare('select (select count(*) from access_tokens) + (select count(*) from recovery_codes) as n')
        .all(),
    );
    expect(left).toEqual([{ n: 0 }]);
    expect(binOf(dataDir)).not.toHaveProperty('recovery_codes');
  });

  test('leaves tokens and subscriptions valid with --keep, also for a file of an older version', async () => {
    const dataDir = freshFolder('kept');
    const path = join(dataDir, 'secrets.json');
    const { codes: _, ...older } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify(older));
    await rotate({ dataDir, keep: ['tokens', 'push'], ...QUIET });
    const { codes, push, cipher } = loadSecrets(dataDir);
    expect(codes.toString('base64')).toBe(older.cipher);
    expect([push, cipher.equals(codes)]).toEqual([older.push, false]);
    expect(binOf(dataDir)).toHaveProperty('recovery_codes');
  });

  test('leaves each value bound to its column, row and company', async () => {
    const dataDir = freshFolder('bound');
    await rotate({ dataDir, keep: [], ...QUIET });
    const [row] = withCompany(dataDir, aurora, (database) =>
      database.prepare('select api_key from prompts').all(),
    );
    const encrypted = (row as { api_key: string }).api_key;
    expect(apiKeys.decrypt(scopeOf(dataDir, aurora), 7, encrypted)).toBe('api key');
    expect(voiceKeys.decrypt(scopeOf(dataDir, aurora), 7, encrypted)).toBe('');
    expect(apiKeys.decrypt(scopeOf(dataDir, aurora), 8, encrypted)).toBe('');
    expect(apiKeys.decrypt(scopeOf(dataDir, aurora + 1), 7, encrypted)).toBe('');
  });

  test('is audited on the platform and in each affected company, without keys', async () => {
    const dataDir = freshFolder('noted');
    const before = keysIn(dataDir);
    await rotate({ dataDir, keep: ['push'], ...QUIET });
    const ofCompany = CANARIES.length - 5;
    const reported = { count: CANARIES.length, lost: 0, databases: 3, kept: 'push' };
    const { platform, company, quiet } = await notesOf(dataDir);
    expect(platform.map(withoutIds)).toEqual([['root', AT.getTime(), reported]]);
    expect(company.map(withoutIds)).toEqual([['', AT.getTime(), { count: ofCompany, lost: 0 }]]);
    expect(quiet).toEqual([]);
    expect(platform[0]?.subject_id).toBe(company[0]?.subject_id ?? 'another');
    const written = JSON.stringify([platform, company]);
    expect([...before, ...keysIn(dataDir)].filter((key) => written.includes(key))).toEqual([]);
  });

  test('killed at any step leaves every value readable and completes when repeated', async () => {
    const dataDir = freshFolder('killed');
    const before = keysIn(dataDir);
    const steps = [
      'snapshot',
      'begun',
      `companies/${aurora} session_keys.value`,
      `companies/${aurora} settings.value`,
      `companies/${aurora} noted`,
      'platform authenticators.sealed',
      'resealed',
    ];
    for (const at of steps) {
      expect(await rotateUntil(dataDir, at)).toBe(at);
      expect([at, readAll(dataDir)]).toEqual([at, [...CANARIES]]);
    }
    await rotate({ dataDir, keep: [], ...QUIET });
    expect(readAll(dataDir)).toEqual([...CANARIES]);
    expect(readAll(join(dataDir, 'before-rotation'))).toEqual([...CANARIES]);
    const file = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
    expect(before.filter((key) => file.includes(key))).toEqual([]);
    expect(existsSync(join(dataDir, 'before-rotation.new'))).toBe(false);
    const { platform, company } = await notesOf(dataDir);
    const counts = [platform, company].map((rows) => rows.map(({ after }) => JSON.parse(after).count));
    expect(counts).toEqual([[CANARIES.length], [CANARIES.length - 5]]);
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).not.toContain('rotation');
  });

  test('is refused while the app runs, for an empty folder and beside an earlier copy', async () => {
    const dataDir = freshFolder('refused');
    const call = { dataDir, keep: [], ...QUIET };
    const lock = lockData(dataDir);
    expect(rotate(call)).rejects.toThrow('is in use');
    lock.release();
    await rotate(call);
    expect(rotate(call)).rejects.toThrow('remove it first');
    expect(rotate({ ...call, dataDir: join(root, 'nothing') })).rejects.toThrow('contains no installation');
  });
});

test('rotation covers every place that encrypts', () => {
  const encryptions = /(?<![.\w])(encryptedColumn|encryptText|encrypt|makeCipher)\(/;
  const files = listSources('ts', ['src', 'demo'])
    .filter(
      ({ path, text: source }) =>
        encryptions.test(source) && !/\.test(-support)?\.ts$|^demo\/(whatsapp|bank)\//.test(path),
    )
    .map(({ path }) => path);
  expect(files).toEqual([
    'src/core/security/encrypted-text.ts',
    'src/core/security/secrets.ts',
    'src/modules/billing/providers/provider-settings.service.ts',
    'src/modules/factors/factors.service.ts',
    'src/modules/mail/encrypt-mail.logic.ts',
    'src/modules/prompts/prompt-keys.logic.ts',
    'src/modules/queue-integrations/integration-secrets.logic.ts',
    'src/modules/settings/encrypted-value.logic.ts',
    'src/modules/status/alert-settings.service.ts',
    'src/modules/webhooks/webhook-secret.logic.ts',
    'src/ops/backup/backup-keys.ts', // age; its key is not in secrets.json
    'src/ops/company-transfer/take-over.ts', // until a company has been taken over
    'src/ops/company-transfer/write-file.ts',
    'src/ops/encrypted-columns.ts',
    'src/whatsapp/baileys/auth/cipher.ts',
    'src/whatsapp/sessions.ts',
  ]);
  expect(OF_A_COMPANY.length + OF_THE_PLATFORM.length + 1).toBe(CANARIES.length);
});

type Note = { person_name: string; at: number; subject_id: string; after: string };
const withoutIds = ({ person_name, at, after }: Note) => [person_name, at, JSON.parse(after)];

async function notesOf(dataDir: string): Promise<Record<'platform' | 'company' | 'quiet', Note[]>> {
  const inCompany = (id: number) => notesIn(join(dataDir, 'companies', String(id), 'company.db'));
  return {
    platform: await notesIn(join(dataDir, 'platform.db')),
    company: await inCompany(aurora),
    quiet: await inCompany(aurora + 1),
  };
}

async function notesIn(path: string): Promise<Note[]> {
  using database = openFile(path);
  expect(await checkAudit(database)).toEqual([]);
  return database.prepare("select * from audit_entries where action = 'secrets.rotated'").all() as Note[];
}

function freshFolder(name: string): string {
  const dataDir = join(root, name);
  cpSync(filled, dataDir, { recursive: true });
  return dataDir;
}

async function rotateUntil(dataDir: string, at: string): Promise<string | undefined> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'support/rotating.ts'), dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let last: string | undefined;
  for await (const step of createInterface({ input: Readable.fromWeb(child.stdout as never) })) {
    last = step;
    if (step === at) child.kill('SIGKILL');
    else {
      child.stdin.write('go on\n');
      child.stdin.flush();
    }
  }
  await child.exited;
  return last;
}

function keysIn(dataDir: string): string[] {
  const { jwt, media, cipher, codes, push } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  return [jwt, media, cipher, codes, push.publicKey, push.privateKey];
}

const readAll = (dataDir: string) => readEncrypted(dataDir, aurora);
