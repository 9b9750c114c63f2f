import { type SQL, sql } from 'drizzle-orm';
import { MASKED } from '@/core/audit/audit-values.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { parsedJson } from '@/core/parse-json.ts';
import type { Subject } from '../erasures.schema.ts';
import { maskPhones } from './phone-texts.logic.ts';

export type Erasing = { erasureId: number; subject: Subject; at: Date };

/** One transaction of work. Returns where the next one begins; null at the end. Repeatable from its beginning. */
export type Part = (db: TenantReader, erasing: Erasing, after: number) => Promise<number | null>;

const ROWS_AT_ONCE = 2_000;

export const list = (values: (string | number)[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

/** True if the column contains a term. A JSON table's `key` and `value` must not be visible here. */
export const contains = (column: SQL, terms: string[]): SQL =>
  sql`exists (select 1 from (select value as word from json_each(${JSON.stringify(terms)})) where instr(${column}, word) > 0)`;

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

export function once(work: (db: TenantReader, erasing: Erasing) => Promise<unknown>): Part {
  return async (db, erasing) => {
    await work(db, erasing);
    return null;
  };
}

/** Addresses first: they contain the numbers. */
export const termsOf = ({ addresses, numbers }: Subject): string[] => [...addresses, ...numbers];

export function maskText(text: string, terms: string[]): string {
  return terms.reduce((masked, term) => masked.replaceAll(term, MASKED), text);
}

/** Masks terms and numbers in any spelling; JSON stays valid JSON. */
export function maskPerson(text: string, terms: string[], spellings: string[]): string {
  const mask = (plain: string) => maskPhones(maskText(plain, terms), spellings);
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

export function maskedIn(column: SQL, terms: string[]): SQL {
  return terms.reduce((masked, term) => sql`replace(${masked}, ${term}, ${MASKED})`, column);
}
