import { messages, tickets } from '@db/tenant/schema/index.ts';
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { amongIds, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { termsQuery, wholeTermsQuery } from '@/core/db/search.ts';
import { excerptsFor } from '@/core/db/search-excerpt.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import type { Scope } from '@/core/scope.ts';
import { ticketsOfPeople } from './people-search.queries.ts';

/** Only the newest hits are read: a common word must not read the whole history. */
const MAX_HITS = 3_000;

/** Null where only the contact matched. */
export type Found = Map<number, number | null>;
/** `failed`: our own message, not sent. */
export type Hit = { id: string; body: string; createdAt: string; failed: boolean };

export async function findTickets(scope: Scope, text: string): Promise<Found> {
  const found: Found = new Map();
  for (const id of await ticketsOfPeople(scope, text)) found.set(id, null);
  const hits = await hitsOf(scope, text);
  for (const [at, ticketId] of hits.ticketIds.entries())
    if (!found.get(ticketId)) found.set(ticketId, hits.ids[at] ?? null);
  return found;
}

type Hits = { ticketIds: number[]; ids: number[] };

/** For a prefix the index first merges all matching words: too slow for common ones, whose exact matches suffice. */
async function hitsOf(scope: Scope, text: string): Promise<Hits> {
  const query = termsQuery(text);
  const whole = wholeTermsQuery(text);
  if (query === '') return { ticketIds: [], ids: [] };
  const hits = await readHits(scope, whole);
  return query === whole || hits.ids.length === MAX_HITS ? hits : readHits(scope, query);
}

async function readHits(scope: Scope, query: string): Promise<Hits> {
  const [row] = await newestHits(scope.slowDb, { query });
  return { ticketIds: toNumbers(row?.ticketIds), ids: toNumbers(row?.ids) };
}

export function toNumbers(list: string | null | undefined): number[] {
  return JSON.parse(`[${list ?? ''}]`) as number[];
}

const matching = () => sql`messages_fts match ${sql.placeholder('query')}`;

/** One text per column: rows take longer to transfer than to find, and concatenating pairs is slow. */
const listed = (column: SQLWrapper) => sql<string | null>`group_concat(${column})`;

const newestHits = tenantStatement((db) =>
  db.select({ ticketIds: listed(sql`ticket_id`), ids: listed(sql`id`) }).from(
    // Without the index hint the planner reads every message for its ticket.
    sql`(select m.id, m.ticket_id from messages_fts cross join messages m indexed by messages_to_ticket
        on m.id = messages_fts.rowid where ${matching()}
        and m.id not in (select id from messages indexed by messages_deleted where is_deleted = 1) order by messages_fts.rowid desc limit ${sql.raw(String(MAX_HITS))})`,
  ),
);

export function selectFound(db: TenantReader, where: SQL | undefined) {
  return db
    .select({ ids: listed(tickets.id), moments: listed(tickets.updatedAt) })
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
  const excerptOf = excerptsFor(text);
  return new Map(
    rows.map(({ ticketId, id, body, createdAt, error, fromMe }) => [
      ticketId,
      {
        ...{ id: String(id), body: excerptOf(body), createdAt: createdAt.toISOString() },
        failed: fromMe && error !== null,
      },
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
      error: messages.error,
      fromMe: messages.fromMe,
    })
    .from(messages)
    .where(amongIds(messages.id)),
);
