import { messages, tickets } from '@db/tenant/schema/index.ts';
import { and, type SQL, sql } from 'drizzle-orm';
import { wholeWordsQuery, wordsQuery } from '@/kernel/db/search.ts';
import { amongIds, tenantStatement } from '@/kernel/db/statement.ts';
import type { TenantReader } from '@/kernel/db/tenants.ts';
import { excerpt } from '@/kernel/excerpt.ts';
import type { Scope } from '@/kernel/scope.ts';
import { ticketsOfPeople } from './people-search.ts';

/** Only the newest hits are read: a common word must not read the whole history. */
const MOST_HITS = 5_000;

/** Null where only the contact matched. */
export type Found = Map<number, number | null>;
export type Hit = { id: string; body: string; createdAt: string };

export async function findTickets(scope: Scope, text: string): Promise<Found> {
  const found: Found = new Map();
  for (const id of await ticketsOfPeople(scope, text)) found.set(id, null);
  const query = await queryFor(scope, text);
  if (query === '') return found;
  const [row] = await newestHits(scope.db, { query });
  const pairs = JSON.parse(row?.pairs ?? '[]') as number[];
  for (let at = 0; at < pairs.length; at += 2) {
    const ticketId = pairs[at] ?? 0;
    if (!found.get(ticketId)) found.set(ticketId, pairs[at + 1] ?? null);
  }
  return found;
}

/** For a prefix the index first merges all matching words: too slow for common ones. */
async function queryFor(scope: Scope, text: string): Promise<string> {
  const query = wordsQuery(text);
  const whole = wholeWordsQuery(text);
  if (query === whole) return query;
  return (await lastOfMany(scope.db, { query: whole })).length > 0 ? whole : query;
}

const matching = () => sql`messages_fts match ${sql.placeholder('query')}`;

const lastOfMany = tenantStatement((db) =>
  db
    .select({ id: sql<number>`rowid` })
    .from(sql`messages_fts`)
    .where(matching())
    .orderBy(sql`rowid desc`)
    .limit(1)
    .offset(sql.raw(String(MOST_HITS - 1)) as never),
);

/** One text: so many rows take longer to transfer than to find. */
const newestHits = tenantStatement((db) =>
  db.select({ pairs: sql<string | null>`'[' || group_concat(ticket_id || ',' || id) || ']'` }).from(
    // Without the named index the planner reads every message for its ticket.
    sql`(select m.id, m.ticket_id from messages_fts cross join messages m indexed by messages_to_ticket
        on m.id = messages_fts.rowid where ${matching()} order by messages_fts.rowid desc limit ${sql.raw(String(MOST_HITS))})`,
  ),
);

/** By id, with the moment of its last change: `[id, moment, id, moment …]`. */
export function selectFound(db: TenantReader, where: SQL | undefined) {
  return db
    .select({
      pairs: sql<string | null>`'[' || group_concat(${tickets.id} || ',' || ${tickets.updatedAt}) || ']'`,
    })
    .from(sql`json_each(${sql.placeholder('ids')}) found`)
    .crossJoin(sql`${tickets} indexed by tickets_found`)
    .where(and(sql`${tickets.id} = found.value and ${tickets.id} > 0`, where));
}

export async function loadHits(
  scope: Scope,
  text: string,
  found: Found,
  ticketIds: number[],
): Promise<Map<number, Hit>> {
  const ids = ticketIds.map((id) => found.get(id)).filter((id) => typeof id === 'number');
  const rows = await hitsByIds(scope.db, { ids: JSON.stringify(ids) });
  return new Map(
    rows.map(({ ticketId, id, body, createdAt }) => [
      ticketId,
      { id: String(id), body: excerpt(body, text), createdAt: createdAt.toISOString() },
    ]),
  );
}

const hitsByIds = tenantStatement((db) =>
  db
    .select({
      ticketId: messages.ticketId,
      id: messages.id,
      body: messages.body,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(amongIds(messages.id)),
);
