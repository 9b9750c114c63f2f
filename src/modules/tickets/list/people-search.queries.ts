import { type SQL, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { containing, searchable, substringQuery } from '@/core/db/search.ts';
import type { Scope } from '@/core/scope.ts';

/** A text that matches more people (e.g. the common prefix of all numbers) is not selective. */
const MAX_PEOPLE = 2_000;
/** The last days' work of a large company; each costs a read of its contact. */
const MAX_MOVED = 1_000;

/**
 * Tickets of people and groups whose name or number contains the text; with more than 2,000 matches, only those among
 * the 1,000 moved last. One or two letters match there, and at the beginning of all names. Bounded, so that ten times
 * as many contacts cost no more; a second name or more digits find the others.
 */
export async function ticketsOfPeople(scope: Scope, text: string): Promise<Iterable<number>> {
  const isLongNumber = LONG_NUMBER.test(text);
  const query = substringQuery(isLongNumber ? text.slice(-SIGNIFICANT_DIGITS) : text);
  const find = query === '' ? ofLetters : isLongNumber ? ofNumber : ofTerms;
  const values = { query, text, beginning: searchable(text), pattern: containing(text) };
  const ends = find === ofTerms ? endsOf(text.trim()) : '';
  const [few] = ends === '' ? [] : await ofEnds(scope.slowDb, { ...values, text: text.trim(), ends });
  const [row] = few?.theirs ? [few] : await find(scope.slowDb, values);
  return new Set([...toIds(row?.moved), ...toIds(row?.theirs)]);
}

type Found = { theirs: string | null; moved: string | null };
const toIds = (ids: string | null | undefined) => JSON.parse(ids ?? '[]') as number[];

/** The trigram index is slow on common prefixes: asks for the last six digits, then compares the hits. */
const LONG_NUMBER = /^\d{8,}$/;
const SIGNIFICANT_DIGITS = 6;

/** The trigram index reads a list of people for each three letters of a text: few of them find few, whose names are compared. */
function endsOf(text: string): string {
  const [term] = text.match(/\S{3,}/) ?? [];
  if (!term || !LONG_LATIN.test(text)) return '';
  const first = term.length === text.length ? text.slice(0, 3) : term.slice(-3);
  const parts = [first, text.slice(-3)];
  return parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
}

const LONG_LATIN = /^[\x20-\x7e\xc0-\xff]{8,64}$/;

const [beginning, typed] = [sql.placeholder('beginning'), sql.placeholder('text')];
const matching = sql`contacts_fts match ${sql.placeholder('query')}`;

const hasTerms = sql`instr(contacts.sort_name, ${beginning}) > 0 or instr(contacts.number, ${typed}) > 0`;
const pattern = sql`${sql.placeholder('pattern')} escape '\\'`;
const hasLetters = sql`contacts.sort_name like ${pattern} or contacts.number like ${pattern}`;

const areTooMany = sql`count(*) > ${sql.raw(String(MAX_PEOPLE))}`;

const ofTerms = ticketsOf(
  sql`select rowid as id from contacts_fts where ${matching}`,
  sql`iif(${areTooMany}, ${movedWhere(hasTerms)}, null)`,
);
/** `sort_name` keeps some accents that the index folds: such a name is found by the index alone. */
const isWhole = sql`(${hasTerms} or contacts.sort_name glob '*[À-ͯḀ-ỿ]*'
  and contacts.id in (select rowid from contacts_fts where ${matching}))`;
const ofEnds = ticketsOf(
  sql`select rowid as id from contacts_fts where contacts_fts match ${sql.placeholder('ends')}`,
  sql`null`,
  sql`cross join contacts where contacts.id = tickets.contact_id and ${isWhole} and`,
);
const ofNumber = ticketsOf(
  sql`select contacts_fts.rowid as id from contacts_fts cross join contacts on contacts.id = contacts_fts.rowid
    where ${matching} and (instr(contacts.name, ${typed}) > 0 or instr(contacts.number, ${typed}) > 0)`,
  sql`iif(${areTooMany}, ${movedWhere(hasTerms)}, null)`,
);
const ofLetters = ticketsOf(
  sql`select id from contacts indexed by contacts_by_name where sort_name >= ${beginning} and sort_name < ${beginning} || char(1114111)`,
  movedWhere(hasLetters),
);

/** `theirs` is null for too many people. One statement: for a long name searching takes the most time. */
function ticketsOf(people: SQL, moved: SQL, where = sql`where`) {
  return tenantStatement<Found[]>((db) =>
    db
      .select({
        theirs: sql<string | null>`iif(${areTooMany}, null, (select json_group_array(tickets.id)
          from json_each(json_group_array(found.id)) one cross join tickets ${where} tickets.contact_id = one.value))`,
        moved: sql<string | null>`${moved}`,
      })
      .from(sql`(${people} limit ${sql.raw(String(MAX_PEOPLE))} + 1) found`),
  );
}

function movedWhere(matches: SQL): SQL {
  return sql`(select json_group_array(moved.id) from (
    select id, contact_id from tickets indexed by tickets_by_update order by updated_at desc, id desc limit ${sql.raw(String(MAX_MOVED))}
  ) moved cross join contacts where contacts.id = moved.contact_id and (${matches}))`;
}
