import { basename, join } from 'node:path';
import * as platform from '@db/platform/schema/index.ts';
import * as tenant from '@db/tenant/schema/index.ts';
import { getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { ROOT, type Source } from './sources.ts';

export const TABLES = tablesIn({ ...platform, ...tenant });

export const FILES: Record<string, string> = {};
for (const path of new Bun.Glob('db/*/schema/*.ts').scanSync(ROOT))
  if (!path.endsWith('/index.ts'))
    for (const [name] of tablesIn(await import(join(ROOT, path)))) FILES[name] = basename(path, '.ts');

function tablesIn(exported: object): [name: string, inDatabase: string][] {
  return Object.entries(exported).flatMap(([name, one]) =>
    is(one, SQLiteTable) ? [[name, getTableName(one)] as [string, string]] : [],
  );
}

const KNOWN = new Set(TABLES.map(([name]) => name));
const BY_DATABASE = new Map(TABLES.map(([name, inDatabase]) => [inDatabase, name]));

const BUILT_WRITE =
  /\.(?:insert|update|delete)\((\w+)\)|\bputBack\(\w+, (\w+),|\b(?:into|update|update or \w+|delete from) \$\{(\w+)\}/gi;
const SQL_WRITE = /\b(?:insert(?: or \w+)? into|replace into|update(?: or \w+)?|delete from)\s+["`]?(\w+)/gi;
const SQL_READ = /\b(?:from|join)\s+["`]?(\w+)/gi;

export type Uses = { reads: string[]; writes: string[] };

export function usesOf({ text }: Source): Uses {
  const locals = importedTables(text);
  const asked = [...text.matchAll(/\.query\s*\.(\w+)/g)].flatMap(([, name = '']) =>
    KNOWN.has(name) ? name : [],
  );
  const built = [...text.matchAll(BUILT_WRITE)].flatMap(
    ([, called, put, inTemplate]) => locals.get(called ?? put ?? inTemplate ?? '') ?? [],
  );
  return {
    reads: [...new Set([...locals.values(), ...asked, ...inSql(text, SQL_READ)])],
    writes: [...new Set([...built, ...inSql(text, SQL_WRITE)])],
  };
}

function importedTables(text: string): Map<string, string> {
  const lists = [...text.matchAll(/import \{([^}]*)\} from '@db\/(?:platform|tenant)\/schema\/[^']*'/g)];
  const names = lists.flatMap(([, list = '']) => list.split(',').map((one) => one.trim()));
  return new Map(
    names.flatMap((one) => {
      const [name = '', local = name] = one.split(' as ');
      return KNOWN.has(name) ? [[local, name] as [string, string]] : [];
    }),
  );
}

function inSql(text: string, pattern: RegExp): string[] {
  const literals = text.match(/`[^`]*`|'(?:[^'\\\n]|\\.)*'/g) ?? [];
  return literals.flatMap((literal) =>
    [...literal.matchAll(pattern)].flatMap(([, name = '']) => BY_DATABASE.get(name) ?? []),
  );
}
