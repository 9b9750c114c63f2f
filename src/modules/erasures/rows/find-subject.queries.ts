import { createHash } from 'node:crypto';
import * as schema from '@db/tenant/schema/index.ts';
import { sql } from 'drizzle-orm';
import { columnsWhere } from '@/core/db/annotations.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import type { Subject, Tombstone } from '../erasures.schema.ts';
import { list } from './erasure-part.queries.ts';

/** Shorter terms would match unrelated texts. */
const FEWEST_DIGITS = 7;
const FEWEST_LETTERS = 3;

type Row = { value: string };

/** Must run while the contact's rows exist. */
export async function subjectOf(
  db: TenantReader,
  contactIds: number[],
  known: string[] = [],
): Promise<Subject> {
  const people = list(contactIds);
  const valuesOf = async (query: ReturnType<typeof sql>) =>
    (await db.all<Row>(query)).map(({ value }) => String(value));
  const jids = await valuesOf(sql`select jid as value from contact_identities where contact_id in ${people}`);
  const numbers = await valuesOf(sql`select number as value from contacts where id in ${people}`);
  const emails = await valuesOf(sql`select email as value from contacts where id in ${people}`);
  const names = await valuesOf(sql`select name as value from contacts where id in ${people}`);
  const tickets = await db.all<{ id: number }>(sql`select id from tickets where contact_id in ${people}`);
  const digits = [...numbers, ...known, ...jids.map((jid) => jid.split(/[:@]/)[0] ?? '')];
  return {
    contactIds,
    ticketIds: tickets.map(({ id }) => id),
    numbers: termsFrom(digits, FEWEST_DIGITS),
    addresses: termsFrom([...jids, ...emails], FEWEST_DIGITS),
    names: termsFrom(names, FEWEST_LETTERS).filter((name) => !digits.includes(name)),
  };
}

const termsFrom = (values: string[], fewest: number): string[] =>
  [...new Set(values)].filter((value) => value.length >= fewest);

export const saltedHash = (salt: string, value: string): string =>
  createHash('sha256').update(`${salt}:${value}`).digest('hex');

const NUMBERS = columnsWhere(schema, ({ personal }) => personal === 'number');

/** Subject of a tombstone in an older database: by the contact, or by numbers that match its hashes. */
export async function subjectOfTombstone(
  db: TenantReader,
  tombstone: Tombstone,
): Promise<Subject | undefined> {
  const { contactIds, lastContactId, salt } = tombstone;
  const hashes = new Set(tombstone.hashes);
  const isMeant = (value: string) => value !== '' && hashes.has(saltedHash(salt, value));
  const ids = new Set<number>();
  const people = await db.all<{ id: number; number: string }>(
    sql`select id, number from contacts where id <= ${lastContactId}`,
  );
  for (const { id, number } of people) if (contactIds.includes(id) || isMeant(number)) ids.add(id);
  const identities = await db.all<{ id: number; jid: string }>(
    sql`select contact_id as id, jid from contact_identities where contact_id <= ${lastContactId}`,
  );
  for (const { id, jid } of identities) if (isMeant(jid)) ids.add(id);
  const numbers = new Set<string>();
  for (const number of NUMBERS)
    for (const { value } of await db.all<Row>(sql`select distinct ${number} as value from ${number.table}`))
      if (isMeant(value)) numbers.add(value);
  if (ids.size === 0 && numbers.size === 0) return undefined;
  return subjectOf(db, [...ids], [...numbers]);
}
