import { closeSync, openSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import type { Random } from '@test/support/random.ts';
import { type DatabaseFile, withDatabase } from '@/core/db/open-file.ts';

type Change = (path: string, random: Random) => void;

const TABLES = ['users', 'tags', 'contacts', 'tickets', 'messages', 'queues', 'settings', 'connections'];
const BOMB = 'length(hex(zeroblob(400000000))) > 0';

function inside(work: (database: DatabaseFile, random: Random) => void): Change {
  return (path, random) => {
    withDatabase(path, (database) => {
      database.exec('PRAGMA foreign_keys = OFF');
      database.exec('PRAGMA journal_mode = DELETE');
      work(database, random);
    });
  };
}

function inSchema(work: (database: DatabaseFile, random: Random) => void): Change {
  return inside((database, random) => {
    database.exec('PRAGMA writable_schema = ON');
    work(database, random);
  });
}

/** The schema ends up as ours, so that only values are odd. */
function withoutTriggers(work: (database: DatabaseFile, random: Random) => void): Change {
  return inside((database, random) => {
    const found = database.prepare(
      "select name, sql from sqlite_master where type = 'trigger' order by rowid",
    );
    const triggers = found.all() as { name: string; sql: string }[];
    for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
    database.exec('PRAGMA ignore_check_constraints = ON');
    work(database, random);
    for (const { sql } of triggers) database.exec(sql);
  });
}
const columnsOf = (database: DatabaseFile, table: string) =>
  database.prepare('select name from pragma_table_info(?)').all(table) as { name: string }[];

function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

function odd(value: string): Change {
  return withoutTriggers((database, random) => {
    const table = random.one(TABLES);
    const { name } = random.one(columnsOf(database, table));
    try {
      database.exec(
        `update or ignore "${table}" set "${name}" = ${value} where rowid in (select rowid from "${table}" limit 3)`,
      );
    } catch {
      database.exec(`update users set name = ${value}`);
    }
  });
}

/** Gives a table interior pages. */
export const addManyTags = inside((database) =>
  database.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
     insert into tags (name, search_name, color, kanban) select 'muitas ' || i, 'muitas ' || i, '#111111', 0 from n`,
  ),
);

/** Expected outcome of each kind that is not refused for its schema. */
export const OUTCOMES: Record<string, string[]> = {
  'a default that computes': ['damaged'],
  'a table twice': ['damaged'],
  'tables that share their pages': ['damaged', 'taken'],
  'a root that is no page of its kind': ['damaged', 'taken'],
  'nonsense in the schema': ['damaged'],
  'ids that cannot be counted with': ['damaged'],
  'a person with a number of another company’s': ['damaged'],
  'a next id that cannot be counted with': ['taken'],
  'bytes where a number belongs': ['damaged', 'taken'],
  'a text where a number belongs': ['damaged', 'taken'],
  'a number that is none': ['damaged', 'taken'],
  'a moment that no clock shows': ['damaged', 'taken'],
  'a value that is too long': ['damaged'],
  'words of no closed set': ['damaged'],
  'people above the companies': ['taken'],
  'the shadow of an index, made up': ['taken'],
  'rows that refer to nothing': ['damaged'],
  'bytes overwritten': ['taken', 'damaged', 'code'],
  'an end before its end': ['code', 'damaged'],
  'another header': ['taken', 'damaged', 'code'],
  'pages that name one page again and again': ['damaged'],
};

export const CHANGES: Record<string, Change> = {
  'a virtual table under the name of ours': inside((database, random) => {
    const table = random.one(TABLES);
    database.exec('PRAGMA legacy_alter_table = ON');
    database.exec(`alter table "${table}" rename to real_${table}`);
    const names = columnsOf(database, `real_${table}`).map(({ name }) => `"${name}"`);
    database.exec(
      `create virtual table "${table}" using fts5(${names.join(', ')}, content='real_${table}', content_rowid='rowid')`,
    );
  }),
  'a view under the name of ours': inside((database, random) => {
    const table = random.one(TABLES);
    database.exec('PRAGMA legacy_alter_table = ON');
    database.exec(`alter table "${table}" rename to real_${table}`);
    database.exec(`create view "${table}" as select * from real_${table}`);
  }),
  'a view that never ends': inside((database) => {
    database.exec(
      'create view endless as with recursive n(i) as (select 1 union all select i + 1 from n) select i from n',
    );
  }),
  'a trigger': inside((database, random) => {
    database.exec(
      `create trigger evil after insert on "${random.one(TABLES)}" begin update users set super = 1; end`,
    );
  }),
  'one of our triggers, with another body': inSchema((database) => {
    database.exec(
      "update sqlite_master set sql = replace(sql, 'END', 'update users set super = 1; END') where type = 'trigger'",
    );
  }),
  'a CHECK that takes seconds': inSchema((database, random) => {
    const table = random.one(TABLES);
    database.exec(
      `update sqlite_master set sql = substr(sql, 1, length(sql) - 1) || ', CHECK(${BOMB}))' where type = 'table' and name = '${table}'`,
    );
  }),
  'a column that is computed': inside((database, random) => {
    database.exec(
      `alter table "${random.one(TABLES)}" add column extra as (hex(zeroblob(${random.below(4e8)}))) virtual`,
    );
  }),
  'one of our columns, computed': inSchema((database) => {
    database.exec(
      "update sqlite_master set sql = replace(sql, '`color` text', '`color` text generated always as (hex(zeroblob(400000000))) virtual') where name = 'tags'",
    );
  }),
  'an index that computes': inside((database, random) => {
    database.exec(`create index evil on "${random.one(TABLES)}" (abs(id))`);
  }),
  'a default that computes': inSchema((database) => {
    database.exec(
      "update sqlite_master set sql = replace(sql, 'DEFAULT', 'DEFAULT (randomblob(1e8)) --') where name = 'users'",
    );
  }),
  'more tables than one can read': inside((database, random) => {
    const many = 500 + random.below(3000);
    database.exec('BEGIN');
    for (let n = 0; n < many; n += 1) database.exec(`create table "extra ${n}" (a, b, c)`);
    database.exec('COMMIT');
  }),
  'a table missing': inside((database, random) => {
    database.exec('PRAGMA legacy_alter_table = ON');
    database.exec(`drop table "${random.one(TABLES)}"`);
  }),
  'a table twice': inSchema((database, random) => {
    database.exec(
      `insert into sqlite_master select * from sqlite_master where name = '${random.one(TABLES)}'`,
    );
  }),
  'tables that share their pages': inSchema((database, random) => {
    const from = random.one(TABLES);
    const to = random.one(TABLES.filter((one) => one !== from));
    database.exec(
      `update sqlite_master set rootpage = (select rootpage from sqlite_master where name = '${from}') where name = '${to}'`,
    );
  }),
  'a root that is no page of its kind': inSchema((database, random) => {
    database.exec(
      `update sqlite_master set rootpage = ${1 + random.below(300)} where name = '${random.one(TABLES)}'`,
    );
  }),
  'nonsense in the schema': inSchema((database, random) => {
    database.exec(
      `update sqlite_master set sql = hex(randomblob(${1 + random.below(2000)})) where name = '${random.one(TABLES)}'`,
    );
  }),
  'a name that hides': inSchema((database) => {
    database.exec(
      "insert into sqlite_master values ('trigger', 'sqlite_stat1', 'users', 0, 'CREATE TRIGGER sqlite_stat1 after insert on users begin delete from users; end')",
    );
  }),
  'ids that cannot be counted with': withoutTriggers((database, random) => {
    const id = random.one(['9007199254740991', '9007199253692417', '9223372036854775807', '-5', '0']);
    database.exec(`update "${random.one(TABLES.slice(0, 6))}" set id = ${id} where rowid = 1`);
  }),
  'a person with a number of another company’s': inside((database, random) => {
    database.exec(`update users set id = ${2 ** 26 + random.below(1e6)} where rowid = 1`);
  }),
  'a next id that cannot be counted with': inside((database, random) => {
    database.exec(
      `update sqlite_sequence set seq = ${random.one(['9223372036854775807', "'x'", '-1'])} where name = '${random.one(TABLES)}'`,
    );
  }),
  'bytes where a number belongs': odd("x'00ff00ff'"),
  'a text where a number belongs': odd("'não é número'"),
  'a number that is none': odd('9e999'),
  'a moment that no clock shows': odd('9007199254740000'),
  'a value that is too long': odd('cast(zeroblob(9000000) as text)'),
  'words of no closed set': inside((database, random) => {
    const change = random.one([
      "users set profile = 'root'",
      "tickets set status = 'evil'",
      "connections set status = 'evil'",
      'users set super = 7',
    ]);
    database.exec(`update ${change}`);
  }),
  'people above the companies': inside((database) => database.exec('update users set super = 1, online = 1')),
  'the shadow of an index, made up': inside((database, random) => {
    const table = random.one(['contacts_fts_data', 'messages_fts_data', 'audit_entries_fts_data']);
    database.exec(`update "${table}" set block = randomblob(${random.below(5000)})`);
  }),
  'rows that refer to nothing': withoutTriggers((database) => {
    database.exec('update tickets set contact_id = 987654 + id');
  }),
  'another version than it says': inside((database, random) => {
    database.exec(`PRAGMA user_version = ${random.below(100)}`);
  }),
  'bytes overwritten': (path, random) => {
    for (let n = 0; n < 1 + random.below(20); n += 1) {
      const bytes = Uint8Array.from({ length: 1 + random.below(200) }, () => random.below(256));
      overwrite(path, random.below(statSync(path).size), bytes);
    }
  },
  'another header': (path, random) => {
    overwrite(path, 16 + random.below(84), Uint8Array.from([random.below(256), random.below(256)]));
  },
  'an end before its end': (path, random) => truncateSync(path, random.below(statSync(path).size)),
  'pages that name one page again and again': (path) => {
    const bytes = readFileSync(path);
    for (let at = 4096; at < bytes.length; at += 4096) {
      if (bytes[at] !== 0x05) continue;
      const last = bytes.readUInt32BE(at + 8);
      for (let n = 0; n < bytes.readUInt16BE(at + 3); n += 1)
        bytes.writeUInt32BE(last, at + bytes.readUInt16BE(at + 12 + 2 * n));
    }
    writeFileSync(path, bytes);
  },
  'something else': (path, random) =>
    writeFileSync(
      path,
      Uint8Array.from({ length: random.below(50_000) }, () => random.below(256)),
    ),
};
