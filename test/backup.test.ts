import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { listRuns, partsOf, readManifest } from '@/backup/manifest.ts';
import { restore } from '@/backup/restore.ts';
import { createFolderStore } from '@/backup/store.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { backUp } from './support/backups.ts';
import { createTestDesk } from './support/deps.ts';

/** Of a machine that does ten other things. */
const MINUTE = 180_000;
const WORD = 'segredo-da-padaria';
const root = mkdtempSync(join(tmpdir(), 'balcao-backup-'));
/** The data of a stopped desk, from which each test copies its own. */
const filled = join(root, 'filled');
let aurora = 0;
let boreal = 0;
let identity = '';
let recipient = '';

beforeAll(async () => {
  identity = await generateIdentity();
  recipient = await identityToRecipient(identity);
  const desk = await createTestDesk();
  ({ aurora, boreal } = desk.cast.companyId);
  await createTag(await desk.systemScope(), { name: WORD, color: '#111111', kanban: false });
  await desk.kernel.storage.save(aurora, new TextEncoder().encode(`${WORD} em foto`), 'jpg');
  await desk.kernel.storage.save(boreal, new TextEncoder().encode('outra foto'), 'jpg');
  await desk.desk.stop();
  cpSync(desk.kernel.config.dataDir, filled, { recursive: true });
  const [company] = readdirSync(join(filled, 'companies'));
  expect(company).toBeDefined();
  const database = new Database(join(filled, 'companies', String(aurora), 'company.db'));
  database.run("insert into connections (name, status, number) values ('Linha', 'CONNECTED', '5511')");
  database.run("insert into session_keys values (1, 'creds', x'00')");
  database.close();
  rmSync(desk.kernel.config.dataDir, { recursive: true, force: true });
}, MINUTE);
afterAll(() => rmSync(root, { recursive: true, force: true }));

let places = 0;
function place() {
  places += 1;
  const dataDir = join(root, `data-${places}`);
  cpSync(filled, dataDir, { recursive: true, preserveTimestamps: true });
  return { dataDir, target: join(root, `target-${places}`) };
}

const night = (n: number) => ({ now: new Date(Date.UTC(2026, 2, n, 6)).toISOString() });
const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const objectsIn = (target: string) => filesIn(join(target, 'objects'));
const tagsIn = (dataDir: string, companyId: number) =>
  withDatabase(join(dataDir, 'companies', String(companyId), 'company.db'), (database) =>
    database
      .query<{ name: string }, []>('select name from tags order by name')
      .all()
      .map(({ name }) => name),
  );
function withDatabase<T>(path: string, work: (database: Database) => T): T {
  const database = new Database(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
const into = (target: string, more: Partial<Parameters<typeof restore>[0]> = {}) => ({
  store: createFolderStore(target),
  dataDir: join(root, `restored-${places}`),
  identities: [identity],
  keepsPairing: false,
  step: async () => undefined,
  ...more,
});

test(
  'a backup is proven, holds no word in the clear, and comes back on an empty machine, its lines unpaired',
  async () => {
    const { dataDir, target } = place();
    const { result } = await backUp({ dataDir, target, recipient, ...night(1) });
    expect(result).toMatchObject({ companies: 2, files: 2, differences: [] });
    for (const path of filesIn(target)) {
      expect(readFileSync(path).includes(WORD)).toBe(false);
      expect(statSync(path).mode & 0o077).toBe(0);
    }
    expect(statSync(target).mode & 0o077).toBe(0);

    const whole = into(target);
    await restore(whole);
    expect(tagsIn(whole.dataDir, aurora)).toContain(WORD);
    const media = filesIn(join(whole.dataDir, 'companies', String(aurora), 'media'));
    expect(media.map((path) => readFileSync(path, 'utf8'))).toEqual([`${WORD} em foto`]);
    expect(readFileSync(join(whole.dataDir, 'secrets.json'))).toEqual(
      readFileSync(join(dataDir, 'secrets.json')),
    );
    const company = join(whole.dataDir, 'companies', String(aurora), 'company.db');
    expect(withDatabase(company, (db) => db.query('select count(*) as n from session_keys').get())).toEqual({
      n: 0,
    });
    expect(withDatabase(company, (db) => db.query('select status from connections').get())).toEqual({
      status: 'DISCONNECTED',
    });
    expect(restore(whole)).rejects.toThrow('is there already');
    expect(restore(into(target, { identities: [], dataDir: join(root, 'nowhere') }))).rejects.toThrow(
      'encrypted',
    );
    const stranger = [await generateIdentity()];
    expect(
      restore(into(target, { identities: stranger, dataDir: join(root, 'stranger') })),
    ).rejects.toThrow();
  },
  MINUTE,
);

test(
  'the next night reads nothing that has not changed, and a change alone is added',
  async () => {
    const { dataDir, target } = place();
    await backUp({ dataDir, target, ...night(1) });
    const first = objectsIn(target).length;
    const second = await backUp({ dataDir, target, ...night(2) });
    expect(second.steps.filter((step) => step.startsWith('snapshot'))).toEqual(['snapshot 0']);
    withDatabase(join(dataDir, 'companies', String(boreal), 'company.db'), (database) =>
      database.run(
        "insert into tags (name, search_name, color, kanban) values ('nova', 'nova', '#111111', 0)",
      ),
    );
    const third = await backUp({ dataDir, target, ...night(3) });
    expect(third.steps.filter((step) => step.startsWith('snapshot'))).toEqual([
      `snapshot ${boreal}`,
      'snapshot 0',
    ]);
    expect(third.result?.differences).toEqual([]);
    expect(objectsIn(target).length).toBe(first + 1);
  },
  MINUTE,
);

/** Each kind of step once; the company's are alike. */
const DEATHS = () => [
  `snapshot ${boreal}`,
  `database ${boreal}`,
  `media ${boreal}`,
  'companies',
  'before manifest',
  'manifest',
  `rehearsed ${boreal}`,
  'before proof',
  'proof',
];

test(
  'killed at any step, the last proven one is there and whole, and the next night is proven',
  async () => {
    const { dataDir, target } = place();
    await backUp({ dataDir, target, recipient, ...night(1) });
    withDatabase(join(dataDir, 'companies', String(boreal), 'company.db'), (database) =>
      database.run(
        "insert into tags (name, search_name, color, kanban) values ('nova', 'nova', '#111111', 0)",
      ),
    );
    for (const death of DEATHS()) {
      const killed = await backUp({ dataDir, target, recipient, ...night(2) }, (step) => step === death);
      expect([killed.steps.at(-1), killed.result]).toEqual([death, undefined]);
      const back = into(target, { dataDir: join(root, `killed-${death}`) });
      await restore(back);
      expect(tagsIn(back.dataDir, aurora)).toContain(WORD);
      rmSync(back.dataDir, { recursive: true, force: true });
      const names = (await listRuns(createFolderStore(target))).map(({ isProven }) => isProven);
      expect(names).toContain(true);
      if (death === 'proof') expect(names).toEqual([true, true]);
    }
    const next = await backUp({ dataDir, target, recipient, ...night(3) });
    expect(next.result?.differences).toEqual([]);
    expect(filesIn(target).filter((path) => path.endsWith('.part'))).toEqual([]);
  },
  10 * MINUTE,
);

test(
  'bits that flip in a backup are noticed',
  async () => {
    const { dataDir, target } = place();
    await backUp({ dataDir, target, recipient, ...night(1) });
    for (const path of objectsIn(target)) {
      const bytes = readFileSync(path);
      bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    }
    expect(restore(into(target, { dataDir: join(root, 'flipped') }))).rejects.toThrow('cannot be read');
    // The lists are read every night, so that this one notices; the next looks at all again.
    const noticed = await backUp({ dataDir, target, recipient, ...night(2) });
    expect(noticed.result?.differences.length ?? noticed.failed?.length).toBeGreaterThan(0);
  },
  2 * MINUTE,
);

test(
  'companies that go and come while it runs: those the platform knows in the end are in it',
  async () => {
    const { dataDir, target } = place();
    const platform = join(dataDir, 'platform.db');
    const { result } = await backUp({ dataDir, target, ...night(1) }, (step) => {
      if (step !== 'companies') return false;
      cpSync(join(dataDir, 'companies', String(aurora)), join(dataDir, 'companies', '77'), {
        recursive: true,
      });
      rmSync(join(dataDir, 'companies', String(boreal)), { recursive: true });
      withDatabase(platform, (database) => {
        database.run('PRAGMA foreign_keys = ON');
        database.run("insert into companies (id, name) values (77, 'Nova')");
        database.run(`delete from companies where id = ${boreal}`);
      });
      return false;
    });
    expect(result?.differences).toEqual([]);
    const manifest = await readManifest(createFolderStore(target), result?.name ?? '');
    expect(manifest.companies.map(({ id }) => id).sort()).toEqual([aurora, 77].sort());
  },
  MINUTE,
);

test(
  'one company comes back beside the others, once, and a killed return can be repeated',
  async () => {
    const { dataDir, target } = place();
    await backUp({ dataDir, target, ...night(1) });
    const one = into(target, { dataDir, identities: [], companyId: aurora });
    expect(restore(one)).rejects.toThrow('is there already');
    rmSync(join(dataDir, 'companies', String(aurora)), { recursive: true });
    withDatabase(join(dataDir, 'platform.db'), (database) => {
      database.run('PRAGMA foreign_keys = ON');
      database.run(`delete from companies where id = ${aurora}`);
    });
    for (const at of ['rows', 'company', 'folder']) {
      const broken = restore({
        ...one,
        step: async (step) => {
          if (step === at) throw new Error('killed');
        },
      });
      expect(await broken.catch(({ message }) => message)).toBe('killed');
    }
    await restore(one);
    expect(tagsIn(dataDir, aurora)).toContain(WORD);
    const logins = withDatabase(join(dataDir, 'platform.db'), (database) =>
      database
        .query<{ n: number }, []>(`select count(*) as n from logins where company_id = ${aurora}`)
        .get(),
    );
    expect(logins?.n).toBe(4);
  },
  MINUTE,
);

test(
  'a restore that was killed keeps the desk from starting, and goes through when it is repeated',
  async () => {
    const { target, dataDir } = place();
    await backUp({ dataDir, target, ...night(1) });
    const steps: string[] = [];
    const whole = into(target, { identities: [], secrets: 'new' as const });
    expect(restore(into(target, { identities: [] }))).rejects.toThrow('holds no keys');
    await restore({ ...whole, dataDir: join(root, 'once'), step: async (step) => void steps.push(step) });
    for (const at of steps) {
      const broken = restore({
        ...whole,
        step: async (step) => {
          if (step === at) throw new Error('killed');
        },
      });
      expect(await broken.catch(({ message }) => message)).toBe('killed');
      expect(existsSync(join(whole.dataDir, 'restore.unfinished'))).toBe(true);
    }
    await restore(whole);
    expect(tagsIn(whole.dataDir, aurora)).toContain(WORD);
    const runs = await listRuns(createFolderStore(target));
    expect(runs.map(({ isProven }) => isProven)).toEqual([true]);
    const manifest = await readManifest(createFolderStore(target), runs[0]?.name ?? '');
    expect([manifest.secrets, partsOf(manifest).length]).toEqual([null, 3]);
  },
  MINUTE,
);
