import { describe, expect, test } from 'bun:test';
import { companies, sessions } from '@db/platform/schema/index.ts';
import { settings, users } from '@db/tenant/schema/index.ts';
import { createMemory, createTableStamps, marksOf, marksRead, writtenTable } from './table-versions.ts';

test.each([
  ['insert into "users" ("id") values (?)', 'users'],
  ['INSERT OR IGNORE INTO users VALUES (1)', 'users'],
  ['replace into `users` values (1)', 'users'],
  ['update "users" set "name" = ?', 'users'],
  ['UPDATE OR IGNORE messages SET author = ?', 'messages'],
  ['delete from "tags" where id = 1', 'tags'],
  ['select "update" from users', undefined],
  ['with x as (select 1) select * from x', undefined],
  ['with x as (select 1) insert into users select * from x', '*'],
  ['BEGIN IMMEDIATE', undefined],
  ['drop table users', '*'],
])('%s writes %s', (sql, table) => expect(writtenTable(sql)).toBe(table as string));

test('cascading deletions change the stamps of child tables, updates do not', () => {
  const stampOf = (sql: string) => {
    const stamps = createTableStamps();
    stamps.note(new Set(marksOf(sql)));
    return stamps.of([sessions]);
  };
  expect(marksRead(sessions)).toContain('-companies');
  expect(stampOf('update "companies" set "name" = ?')).toBe(0);
  expect(stampOf('delete from "companies" where "id" = ?')).toBe(1);
  expect(stampOf('replace into companies values (1)')).toBe(1);
  expect(stampOf('delete from "plans"')).toBe(0);
  expect(marksRead(companies)).toContain('companies');
});

describe('remembered queries', () => {
  const setUp = () => {
    const stamps = createTableStamps();
    const remember = createMemory(stamps);
    let loads = 0;
    const ask = (key = 'a') =>
      remember([users], key, async () => {
        loads += 1;
        return loads;
      });
    return { stamps, remember, ask };
  };

  test('run once until one of their tables is written', async () => {
    const { stamps, ask } = setUp();
    expect([await ask(), await ask(), await ask('b')]).toEqual([1, 1, 2]);
    stamps.note(new Set(['settings']));
    expect(await ask()).toBe(1);
    stamps.note(new Set(['users']));
    expect(await ask()).toBe(3);
    stamps.note('all');
    expect(await ask()).toBe(4);
  });

  test('run once for concurrent callers', async () => {
    const { ask } = setUp();
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  });

  test('are not cached when their table was written meanwhile', async () => {
    const { stamps, remember } = setUp();
    const slow = Promise.withResolvers<string>();
    const first = remember([settings], 'k', () => slow.promise);
    stamps.note(new Set(['settings']));
    slow.resolve('old');
    expect(await first).toBe('old');
    expect(await remember([settings], 'k', async () => 'new')).toBe('new');
  });

  test('do not cache a failure', async () => {
    const { remember } = setUp();
    await expect(remember([users], 'k', () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
    expect(await remember([users], 'k', async () => 'right')).toBe('right');
  });
});
