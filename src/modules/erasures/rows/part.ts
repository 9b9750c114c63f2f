import { type SQL, sql } from 'drizzle-orm';
import { MASKED } from '@/kernel/audit-values.ts';
import type { TenantReader } from '@/kernel/db/tenants.ts';
import { parsedJson } from '@/kernel/parsed-json.ts';
import type { Subject } from '../erasures.schema.ts';
import { maskPhones } from './phone-texts.ts';

export type Erasing = { erasureId: number; subject: Subject; at: Date };

/** A transaction's worth. Returns where the next one begins; null at the end. Each can be done again from its beginning. */
export type Part = (db: TenantReader, erasing: Erasing, after: number) => Promise<number | null>;

export const ROWS_AT_ONCE = 2_000;

export const list = (values: (string | number)[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

/** Whether one of the words stands in it. A table of JSON has columns of its own (`key`, `value`): none is to be seen here. */
export const contains = (column: SQL, words: string[]): SQL =>
  sql`exists (select 1 from (select value as word from json_each(${JSON.stringify(words)})) where instr(${column}, word) > 0)`;

/** A table of which any row may name the person, a few thousand rows at a time. */
export function through(
  table: SQL,
  work: (db: TenantReader, erasing: Erasing, those: SQL) => Promise<unknown>,
  rows = ROWS_AT_ONCE,
): Part {
  return async (db, erasing, after) => {
    const [last] = await db.all<{ id: number | null }>(
      sql`select max(id) as id from (select rowid as id from ${table} where rowid > ${after} order by rowid limit ${rows})`,
    );
    if (!last?.id) return null;
    await work(db, erasing, sql`rowid > ${after} and rowid <= ${last.id}`);
    return last.id;
  };
}

/** All at once. */
export function once(work: (db: TenantReader, erasing: Erasing) => Promise<unknown>): Part {
  return async (db, erasing) => {
    await work(db, erasing);
    return null;
  };
}

/** Addresses first: numbers are parts of them. */
export const wordsOf = ({ addresses, numbers }: Subject): string[] => [...addresses, ...numbers];

export function maskText(text: string, words: string[]): string {
  return words.reduce((masked, word) => masked.replaceAll(word, MASKED), text);
}

/** Words and numbers, however these are written; what a database keeps as JSON stays JSON. */
export function maskPerson(text: string, words: string[], spellings: string[]): string {
  const mask = (plain: string) => maskPhones(maskText(plain, words), spellings);
  const json = /^[[{]/.test(text) ? parsedJson(text) : undefined;
  return json === undefined ? mask(text) : JSON.stringify(maskJson(json, mask));
}

function maskJson(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return mask(String(value)) === String(value) ? value : MASKED;
  if (Array.isArray(value)) return value.map((one) => maskJson(one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [mask(key), maskJson(inner, mask)]));
}

export function maskedIn(column: SQL, words: string[]): SQL {
  return words.reduce((masked, word) => sql`replace(${masked}, ${word}, ${MASKED})`, column);
}
