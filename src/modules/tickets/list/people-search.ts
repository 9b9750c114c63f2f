import { contacts, tickets } from '@db/tenant/schema/index.ts';
import { type SQL, sql } from 'drizzle-orm';
import { containingAsTyped, searchable, substringQuery } from '@/kernel/db/search.ts';
import { tenantStatement } from '@/kernel/db/statement.ts';
import type { Scope } from '@/kernel/scope.ts';

/** A text that more people contain (the digits that all numbers begin with) tells nobody apart. */
const MOST_PEOPLE = 2_000;
/** Of such a text, the tickets moved last are looked through. */
const MOST_MOVED = 2_000;

/**
 * Tickets of people and groups whose name or number contains the text; where more than 2,000 do, those among the
 * 2,000 moved last. One or two letters are looked for there, and at the beginning of all names.
 */
export async function ticketsOfPeople(scope: Scope, text: string): Promise<Iterable<number>> {
  const query = substringQuery(text);
  const values = { query, text, beginning: searchable(text), pattern: containingAsTyped(text) };
  const people = query ? byWords : byBeginning;
  const areTooMany = (await people.lastOfMost(scope.db, values)).length > 0;
  const theirs = areTooMany ? [] : toIds(await people.tickets(scope.db, values));
  if (query && !areTooMany) return theirs;
  return new Set([...toIds(await (query ? movedOfWords : movedOfLetters)(scope.db, values)), ...theirs]);
}

const toIds = ([row]: { ids: string }[]) => JSON.parse(row?.ids ?? '[]') as number[];

const beginning = sql.placeholder('beginning');

const byWords = statementsOf(
  sql`select rowid as id from contacts_fts where contacts_fts match ${sql.placeholder('query')}`,
);
/** The trigram index knows no text below three letters. */
const byBeginning = statementsOf(
  sql`select id from contacts indexed by contacts_by_name where sort_name >= ${beginning} and sort_name < ${beginning} || char(1114111)`,
);

function statementsOf(people: SQL) {
  return {
    lastOfMost: tenantStatement((db) =>
      db
        .select({ id: sql<number>`id` })
        .from(sql`(${people} limit 1 offset ${sql.raw(String(MOST_PEOPLE))})`),
    ),
    tickets: tenantStatement((db) =>
      db
        .select({ ids: sql<string>`json_group_array(tickets.id)` })
        .from(sql`(${people}) found cross join ${tickets}`)
        .where(sql`tickets.contact_id = found.id`),
    ),
  };
}

const pattern = sql`${sql.placeholder('pattern')} escape '\\'`;

const movedOfWords = movedWhere(
  sql`instr(contacts.sort_name, ${beginning}) > 0 or instr(contacts.number, ${sql.placeholder('text')}) > 0`,
);
const movedOfLetters = movedWhere(sql`contacts.name like ${pattern} or contacts.number like ${pattern}`);

/** The walk goes along an index that holds all that is read of a ticket. */
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
