import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readRows, withDatabase } from '@/core/db/open-file.ts';
import { lockData } from '@/core/storage/data-lock.ts';
import { SEARCH_INDEXES } from '@/ops/doctor/check-search-index.ts';
import { examineApp } from '@/ops/doctor/doctor.ts';
import { companyIn, type Folders, filesIn, filledData, makeFolders } from '../backup/filled.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const LATER = new Date('2100-01-01T00:00:00Z');
const FILE = '202601/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.jpg';
let aurora = 0;
let boreal = 0;
let folders: Folders;

beforeAll(async () => {
  ({ aurora, boreal } = await filledData());
  folders = await makeFolders();
  // Unreferenced, but always younger than a day.
  for (const company of [aurora, boreal])
    for (const path of filesIn(mediaOf(company))) utimesSync(path, LATER, LATER);
  change(aurora, [
    "insert into contacts (id, name, number) values (1, 'Conceição', '5511999990000')",
    "insert into tickets (id, uuid, contact_id, unread_messages, last_message_id) values (1, 'u', 1, 1, 1)",
    `insert into messages (id, wid, ticket_id, chat_id, contact_id, author, from_me, origin, body, media_type, sent_at)
      values (1, 'W', 1, 1, 1, '1', 0, 'customer', 'Olá, preciso de ajuda', 'conversation', 1),
        (2, 'X', 1, 1, 1, '1', 0, 'customer', 'Praça da Sé', 'locationMessage', 1)`,
    "insert into chats (id, uuid, title) values (1, 'c', 'Equipe')",
    'insert into chat_users (chat_id, user_id) select 1, min(id) from users',
  ]);
});
afterAll(() => rmSync(folders.root, { recursive: true, force: true }));

const mediaOf = (companyId: number) => join(folders.dataDir, 'companies', String(companyId), 'media');
const change = (companyId: number, statements: string[]) =>
  withDatabase(companyIn(folders.dataDir, companyId), (database) => {
    database.exec('PRAGMA foreign_keys = OFF');
    for (const sql of statements) database.exec(sql);
  });

async function examine(mends = false) {
  const lines: string[] = [];
  const reported = await examineApp({
    dataDir: folders.dataDir,
    now: NOW,
    mends,
    write: (line) => lines.push(line),
  });
  return { ...reported, lines };
}

function missFromIndex(path: string): void {
  const sql = "select rootpage from sqlite_schema where name = 'contacts_by_name'";
  const page = readRows<{ rootpage: number }>(path, sql)[0]?.rootpage ?? 0;
  const bytes = readFileSync(path);
  const at = bytes.indexOf('conceicao', (page - 1) * 4096);
  expect(Math.floor(at / 4096)).toBe(page - 1);
  bytes.write('x', at);
  writeFileSync(path, bytes);
}

type Break = { name: string; found: RegExp; make(): void };
const MENDED: Break[] = [
  {
    name: 'a search index that misses a message and knows a ghost',
    found: /search index of messages differs from them in \d+ words/,
    make: () => change(aurora, ["insert into messages_fts(rowid, body) values (999, 'fantasma')"]),
  },
  {
    name: 'a search index that is empty',
    found: /search index of contacts/,
    make: () => change(aurora, ["insert into contacts_fts(contacts_fts) values ('delete-all')"]),
  },
  {
    name: 'the number of contacts',
    found: /number of contacts is not/,
    make: () => change(aurora, ['update contact_totals set n = 42 where is_group = 0']),
  },
  {
    name: 'the number of contacts of a list',
    found: /number of contacts of 1 lists is not/,
    make: () =>
      change(aurora, [
        "insert into contact_lists (name) values ('Natal')",
        "insert into contact_list_items (list_id, name, number) select id, 'Rita', '5511900000001' from contact_lists where name = 'Natal'",
        'update contact_list_totals set items = 42',
      ]),
  },
  {
    name: 'the numbers of a campaign',
    found: /1 numbers in the reports of campaigns/,
    make: () =>
      change(aurora, [
        "insert into campaigns (name) values ('Natal')",
        "insert into campaign_shippings (campaign_id, name, number) select id, 'Rita', '5511900000001' from campaigns where name = 'Natal'",
        'update campaign_totals set n = 42',
      ]),
  },
  {
    name: 'the number of tickets of a tag',
    found: /number of tickets of 1 tags is not/,
    make: () =>
      change(aurora, [
        "insert into tags (name, search_name, color) values ('Natal', 'natal', '#000000')",
        "insert into ticket_tags (ticket_id, tag_id) select min(tickets.id), max(tags.id) from tickets, tags where tags.name = 'Natal'",
        'update tag_totals set tickets = 42',
      ]),
  },
  {
    name: 'the numbers of the board',
    found: /1 numbers of tickets on the kanban board/,
    make: () => change(aurora, ['update kanban_totals set tickets = 42 where rowid = 1']),
  },
  {
    name: 'unread messages',
    found: /1 conversations show more unread/,
    make: () => change(aurora, ['update tickets set unread_messages = 7']),
  },
  {
    name: 'a last message that is gone',
    found: /name a last message that is gone/,
    make: () => change(aurora, ['update tickets set last_message_id = 999']),
  },
  {
    name: 'unread words in an internal chat',
    found: /1 people see more unread messages/,
    make: () => change(aurora, ['update chat_users set unreads = 3']),
  },
  {
    name: 'keys of a connection that is gone',
    found: /1 WhatsApp keys or journal rows \(session_keys\)/,
    make: () => change(aurora, ["insert into session_keys values (99, 'creds', x'00')"]),
  },
  {
    name: 'an index of the database that misses a row',
    found: /the file is damaged: .*index contacts_by_name/,
    make: () => missFromIndex(companyIn(folders.dataDir, aurora)),
  },
  {
    name: 'a file that no row names',
    found: /1 files in .* that no row names/,
    make() {
      const path = join(mediaOf(aurora), FILE);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'x');
      utimesSync(path, new Date('2026-01-02'), new Date('2026-01-02'));
    },
  },
];
const LEFT: Break[] = [
  {
    name: 'a file that a row names',
    found: /1 files that rows name are not in .*202601\/bbb/,
    make: () =>
      change(boreal, [
        "insert into contacts (name, number, picture_path) values ('Sem foto', '1', '202601/bbbbbbbbbbbbbbbbbbbbbbbb.jpg')",
      ]),
  },
  {
    name: 'work that nothing handles',
    found: /1 pieces of work wait that this version does not know \(old\.work\)/,
    make: () =>
      change(boreal, ["insert into outbox (lane, kind, payload, due_at) values ('x', 'old.work', '{}', 1)"]),
  },
  {
    name: 'a reference that leads nowhere',
    found: /1 rows of ticket_notes refer to contacts that are gone/,
    make: () => change(boreal, ["insert into ticket_notes (note, contact_id) values ('x', 999)"]),
  },
  {
    name: 'a log of actions that was changed',
    found: /entry \d+ of the log of actions is not as it was written/,
    make: () => change(boreal, [AN_ENTRY]),
  },
  {
    name: 'a folder that no company owns',
    found: /companies\/77 belongs to no company/,
    make: () => mkdirSync(join(folders.dataDir, 'companies', '77')),
  },
];
const AN_ENTRY = `insert into audit_entries (at, action, kind, hash) values (1, 'tag.created', 'tag', 'not this one')`;

describe('doctor', () => {
  test('finds nothing in a healthy data folder', async () => {
    expect(await examine()).toEqual({ companies: 2, found: 0, left: 0, lines: [] });
  });

  test('reports each defect in one line and repairs it after a copy or leaves it', async () => {
    for (const { make } of [...MENDED, ...LEFT]) make();
    const before = await examine();
    for (const { name, found } of [...MENDED, ...LEFT])
      expect([name, before.lines.filter((line) => found.test(line)).length]).toEqual([name, 1]);
    expect(before.found).toBe(MENDED.length + LEFT.length);
    expect(before.left).toBe(before.found);
    expect(before.lines.every((line) => /To do: .+\.$/.test(line))).toBe(true);

    const mended = await examine(true);
    expect([mended.found, mended.left]).toEqual([MENDED.length + LEFT.length, LEFT.length]);
    const after = await examine();
    for (const { name, found } of MENDED)
      expect([name, after.lines.some((line) => found.test(line))]).toEqual([name, false]);
    for (const { name, found } of LEFT)
      expect([name, after.lines.some((line) => found.test(line))]).toEqual([name, true]);

    const [copies = ''] = readdirSync(join(folders.dataDir, 'before-mending'));
    const copy = join(folders.dataDir, 'before-mending', copies, `company-${aurora}.db`);
    expect(readRows(copy, 'select unread_messages as n from tickets')).toEqual([{ n: 7 }]);
    const ask = (sql: string, ...args: string[]) =>
      readRows(companyIn(folders.dataDir, aurora), sql, ...args);
    const find = (words: string) =>
      ask('select rowid as id from messages_fts where messages_fts match ?', words);
    expect([find('ajuda'), find('fantasma'), find('praça')]).toEqual([[{ id: 1 }], [], []]);
    expect(ask('select unread_messages as n, last_message_id as last from tickets')).toEqual([
      { n: 2, last: 2 },
    ]);
    expect(existsSync(join(mediaOf(aurora), FILE))).toBe(false);
  });

  test('inspects a running app without changing a byte and repairs nothing', async () => {
    // SQLite writes the log back when the last connection ends, which is when its statements are collected.
    Bun.gc(true);
    using _lock = { [Symbol.dispose]: lockData(folders.dataDir).release };
    const database = companyIn(folders.dataDir, boreal);
    const [was, at] = [readFileSync(database), statSync(database).mtimeMs];
    const run = async (...more: string[]) => {
      const env = { ...process.env, DATA_DIR: folders.dataDir };
      const command = [process.execPath, join(import.meta.dir, '../../scripts/doctor.ts'), ...more];
      const child = Bun.spawn(command, { env, stdout: 'pipe', stderr: 'pipe' });
      const words = await Promise.all([child.stdout, child.stderr].map((part) => new Response(part).text()));
      return [await child.exited, words.join('')] as const;
    };
    const [[found, lines], [refused, why]] = await Promise.all([run(), run('--mend')]);
    expect(found).toBe(1);
    expect(lines).toContain(`Looked at the platform and 2 companies: ${LEFT.length} findings.`);
    expect([refused, why.includes('is in use by another Balcão process')]).toEqual([2, true]);
    expect([Buffer.compare(readFileSync(database), was), statSync(database).mtimeMs]).toEqual([0, at]);
  });

  test('reports a damaged, missing or differently versioned database in one line and checks the others', async () => {
    const path = companyIn(folders.dataDir, aurora);
    const lineOf = async () =>
      (await examine()).lines.filter((line) => line.startsWith(`company ${aurora}:`));
    change(aurora, ['PRAGMA user_version = 9999']);
    expect(await lineOf()).toEqual([expect.stringContaining('written by a newer version')]);
    const bytes = readFileSync(path);
    bytes.fill(7, 8192, bytes.length / 2);
    writeFileSync(path, bytes);
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    expect((await lineOf())[0]).toMatch(
      /(damaged|cannot be read).*To do: stop the desk, and run bun run restore --company \d+ --replace/,
    );
    rmSync(path);
    const reported = await examine(true);
    expect(reported.lines.filter((line) => line.includes(`company ${boreal}`))).toHaveLength(LEFT.length - 1);
    expect(reported.lines.some((line) => line.includes('company.db is missing or empty'))).toBe(true);
    await expect(
      examineApp({ dataDir: join(folders.root, 'nowhere'), now: NOW, mends: false, write: () => undefined }),
    ).rejects.toThrow('contains no installation');
  });
});

test('checks every full-text index of the databases', () => {
  const names = [companyIn(folders.dataDir, boreal), join(folders.dataDir, 'platform.db')].flatMap((path) =>
    readRows<{ name: string }>(path, "select name from sqlite_schema where sql like '%using fts5%'").map(
      ({ name }) => name,
    ),
  );
  expect([...new Set(names)].sort()).toEqual(SEARCH_INDEXES.map(({ table }) => table).sort());
});
