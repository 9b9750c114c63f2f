import { afterEach, beforeEach, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRows, withDatabase } from '@/core/db/open-file.ts';
import { writeTemplate } from '@/core/db/tenants/tenants.ts';
import { RestoreRefused } from '@/ops/backup/backup-failure.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { addManyTags, CHANGES, OUTCOMES } from '../company-file/hostile-databases.ts';
import { backUp } from '../support/backups.ts';
import { createRandom } from '../support/random.ts';
import {
  companyIn,
  type Folders,
  filledData,
  forget,
  into,
  makeFolders,
  night,
  SECRET,
  tagsIn,
} from './filled.ts';
import { forgeSet } from './forged-set.ts';

const RUN = '20260301T060000Z';
const { aurora, boreal } = await filledData();
let folders: Folders;

beforeEach(async () => {
  folders = await makeFolders();
  addManyTags(companyIn(folders.dataDir, aurora), createRandom(1));
  expect((await backUp({ ...folders, ...night(1) })).result).toMatchObject({ differences: [] });
});
afterEach(() => rmSync(folders.root, { recursive: true, force: true }));

const ask = (path: string, sql: string) => readRows(path, sql);
const platform = () => join(folders.dataDir, 'platform.db');
const othersIn = (dataDir: string) => [
  ask(join(dataDir, 'platform.db'), `select * from companies where id <> ${aurora}`),
  ask(join(dataDir, 'platform.db'), `select * from logins where company_id <> ${aurora} order by email`),
  ask(join(dataDir, 'platform.db'), 'select * from plans'),
  ask(companyIn(dataDir, boreal), 'select * from users'),
];
const schemaOf = (path: string) =>
  ask(path, "select type, name, tbl_name, sql from sqlite_master where name <> 'sqlite_stat1' order by 1, 2");
const bringBack = (more: object = { replaces: true }) =>
  restore(into(folders, { dataDir: folders.dataDir, companyId: aurora, ...more })).then(
    ({ damage }) => damage.first.map(({ what }) => what),
    (error) => {
      expect(error).toBeInstanceOf(RestoreRefused);
      return 'refused';
    },
  );
const run = (database: string, sql: string) => withDatabase(database, (opened) => opened.exec(sql));

test('a company is restored whole into a database created by our own migrations', async () => {
  const ours = join(folders.root, 'ours.db');
  await writeTemplate(ours);
  const [before, names] = [
    ask(companyIn(folders.dataDir, aurora), 'select * from users'),
    tagsIn(folders.dataDir, aurora),
  ];
  expect(await bringBack()).toEqual([]);
  expect(ask(companyIn(folders.dataDir, aurora), 'select * from users')).toEqual(before);
  expect(tagsIn(folders.dataDir, aurora)).toEqual(names);
  expect(names).toContain(SECRET);
  expect(schemaOf(companyIn(folders.dataDir, aurora))).toEqual(schemaOf(ours));
});

test('hostile databases in a set affect no other data and are imported as rows or not at all', async () => {
  const ours = join(folders.root, 'ours.db');
  await writeTemplate(ours);
  const before = othersIn(folders.dataDir);
  const random = createRandom(11);
  for (const [kind, change] of Object.entries(CHANGES)) {
    const root = mkdtempSync(join(tmpdir(), 'balcao-strangers-'));
    cpSync(folders.root, root, { recursive: true });
    const here = { root, dataDir: join(root, 'data'), target: join(root, 'target') };
    await forgeSet(here, RUN, aurora, (path) => change(path, random));
    const outcome = await restore(
      into(here, { dataDir: here.dataDir, companyId: aurora, replaces: true }),
    ).then(
      () => 'taken',
      (error) => {
        expect({ kind, error }).toEqual({ kind, error: expect.any(RestoreRefused) });
        return 'refused';
      },
    );
    if (!OUTCOMES[kind]) expect({ kind, outcome }).toEqual({ kind, outcome: 'refused' });
    expect({ kind, others: othersIn(here.dataDir) }).toEqual({ kind, others: before });
    const database = companyIn(here.dataDir, aurora);
    expect({ kind, schema: schemaOf(database) }).toEqual({ kind, schema: schemaOf(ours) });
    expect({ kind, above: ask(database, 'select id from users where super <> 0') }).toEqual({
      kind,
      above: [],
    });
    rmSync(root, { recursive: true });
  }
});

test('a database with a foreign schema counts as damaged and an older set is used', async () => {
  expect((await backUp({ ...folders, ...night(2) })).result).toMatchObject({ differences: [] });
  run(companyIn(folders.dataDir, aurora), "update tags set color = '#222222'");
  expect((await backUp({ ...folders, ...night(3) })).result).toMatchObject({ differences: [] });
  await forgeSet(folders, '20260303T060000Z', aurora, (path) =>
    run(path, 'create trigger evil after insert on tags begin update users set super = 1; end'),
  );
  expect(await bringBack()).toEqual(
    expect.arrayContaining([expect.stringContaining('taken from the backup 2026030')]),
  );
  expect(ask(companyIn(folders.dataDir, aurora), "select 1 from sqlite_master where name = 'evil'")).toEqual(
    [],
  );
});

test('a set neither grants nor removes super administrator rights', async () => {
  await forgeSet(folders, RUN, aurora, (path) => run(path, 'update users set super = 1'));
  const supers = () =>
    ask(companyIn(folders.dataDir, aurora), 'select id from users where super = 1 order by id');
  expect(await bringBack()).toEqual([]);
  expect(supers()).toEqual([]);
  run(companyIn(folders.dataDir, aurora), 'update users set super = 1 where id = 2');
  run(platform(), `update companies set due_date = 4102444800000 where id = ${aurora}`);
  expect(await bringBack()).toEqual([]);
  expect(supers()).toEqual([{ id: 2 }]);
  // Without the current rights, those of the backup count for the platform's own company only.
  run(platform(), `update companies set due_date = null where id = ${aurora}`);
  writeFileSync(companyIn(folders.dataDir, aurora), 'damaged');
  expect(await bringBack()).toEqual([]);
  expect(supers()).toEqual(ask(companyIn(folders.dataDir, aurora), 'select id from users order by id'));
});

test('a set’s platform data sets no ids here and adds nothing to other companies', async () => {
  const most = 2 ** 53 - 2 ** 20;
  await forgeSet(folders, RUN, 0, (path) => {
    run(
      path,
      `insert into invoices (id, company_id, detail, cents, due_date, due_day, users, connections, queues, recurrence)
         values (${most}, ${aurora}, 'Pro', 100, 1, '2026-03-01', 1, 1, 1, 'MENSAL')`,
    );
    run(
      path,
      `insert into charges (id, invoice_id, provider, method, reference, cents, status) values (${most}, ${most}, 'efi', 'pix', 'r', 100, 'open')`,
    );
  });
  forget(folders.dataDir, aurora);
  const before = othersIn(folders.dataDir);
  expect(await bringBack({ replaces: false })).toEqual([]);
  expect(othersIn(folders.dataDir)).toEqual(before);
  expect(ask(platform(), `select id from invoices where company_id = ${aurora}`)).toEqual([{ id: 1 }]);
  expect(ask(platform(), 'select id, invoice_id from charges')).toEqual([{ id: 1, invoice_id: 1 }]);
});

test('a bin record in a set affects only its own company', async () => {
  await forgeSet(folders, RUN, 0, (path) => {
    const [company] = ask(path, `select * from companies where id = ${aurora}`);
    const logins = [
      { email: 'ana@aurora.test', company_id: aurora, user_id: 1 },
      { email: 'intruso@aurora.test', company_id: boreal, user_id: 1 },
    ];
    const record = JSON.stringify({ companies: [company], logins, plans: [{ id: 77, name: 'Tudo' }] });
    withDatabase(path, (opened) => {
      opened.exec(`delete from companies where id = ${aurora}`);
      opened
        .prepare(
          'insert into deleted_companies (company_id, name, record, deleted_at, kept_until) values (?, ?, ?, 1, 4102444800000)',
        )
        .run(aurora, 'Aurora', record);
    });
  });
  forget(folders.dataDir, aurora);
  const before = othersIn(folders.dataDir);
  expect(await bringBack({ replaces: false })).toEqual([]);
  expect(othersIn(folders.dataDir)).toEqual(before);
  expect(ask(platform(), `select email from logins where company_id = ${aurora}`)).toEqual([
    { email: 'ana@aurora.test' },
  ]);
});
