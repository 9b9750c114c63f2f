import { contacts } from '@db/tenant/schema/index.ts';
import { type SQL, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { containingAsTyped, searchable, substringQuery } from '@/core/db/search.ts';
import type { Scope } from '@/core/scope.ts';

/** A text that matches more people (e.g. the common prefix of all numbers) is not selective. */
const MOST_PEOPLE = 2_000;
const MOST_MOVED = 2_000;

/**
 * Tickets of people and groups whose name or number contains the text; with more than 2,000 matches, only those among
 * the 2,000 moved last. One or two letters match there, and at the beginning of all names.
 */
export async function ticketsOfPeople(scope: Scope, text: string): Promise<Iterable<number>> {
  const isLongNumber = LONG_NUMBER.test(text);
  const query = substringQuery(isLongNumber ? text.slice(-SIGNIFICANT_DIGITS) : text);
  const values = { query, text, beginning: searchable(text), pattern: containingAsTyped(text) };
  const [row] = await (query ? (isLongNumber ? ofNumber : ofTerms) : ofBeginning)(scope.slowDb, values);
  const theirs = toIds(row);
  const areTooMany = row?.ids === null;
  if (query && !areTooMany) return theirs;
  const [moved] = await (query ? movedOfTerms : movedOfLetters)(scope.slowDb, values);
  return new Set([...toIds(moved), ...theirs]);
}

type Ids = { ids: string | null };
const toIds = (row: Ids | undefined) => JSON.parse(row?.ids ?? '[]') as number[];

/** The trigram index is slow on common prefixes: asks for the last six digits, then compares the hits. */
const LONG_NUMBER = /^\d{8,}$/;
const SIGNIFICANT_DIGITS = 6;

const [beginning, typed] = [sql.placeholder('beginning'), sql.placeholder('text')];
const matching = sql`contacts_fts match ${sql.placeholder('query')}`;

const ofTerms = ticketsOf(sql`select rowid as id from contacts_fts where ${matching}`);
const ofNumber =
  ticketsOf(sql`select contacts_fts.rowid as id from contacts_fts cross join contacts on contacts.id = contacts_fts.rowid
    where ${matching} and (instr(contacts.name, ${typed}) > 0 or instr(contacts.number, ${typed}) > 0)`);
/** The trigram index cannot search fewer than three letters. */
const ofBeginning = ticketsOf(
  sql`select id from contacts indexed by contacts_by_name where sort_name >= ${beginning} and sort_name < ${beginning} || char(1114111)`,
);

/** Null for too many people. Searched once: for a long name this takes the most time. */
function ticketsOf(people: SQL) {
  const most = sql.raw(String(MOST_PEOPLE));
  return tenantStatement((db) =>
    db
      .select({
        ids: sql<string | null>`iif(count(*) > ${most}, null, (select json_group_array(tickets.id)
          from json_each(json_group_array(found.id)) one cross join tickets where tickets.contact_id = one.value))`,
      })
      .from(sql`(${people} limit ${most} + 1) found`),
  );
}

const pattern = sql`${sql.placeholder('pattern')} escape '\\'`;

const movedOfTerms = movedWhere(
  sql`instr(contacts.sort_name, ${beginning}) > 0 or instr(contacts.number, ${typed}) > 0`,
);
const movedOfLetters = movedWhere(sql`contacts.name like ${pattern} or contacts.number like ${pattern}`);

function movedWhere(matches: SQL) {
  const moved = sql`select id, contact_id from tickets indexed by tickets_by_update
    order by updated_at desc, id desc limit ${sql.raw(String(MOST_MOVED))}`;
  return tenantStatement((db) =>
    db
      .select({ ids: sql<string>`json_group_array(found.id)` })
      .from(sql`(${moved}) found cross join ${contacts}`)
      .where(sql`contacts.id = found.contact_id and (${matches})`),
  );
}
