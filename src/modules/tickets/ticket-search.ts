import { contacts, messages, tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { containingAsTyped, substringQuery, wordsQuery } from '@/kernel/db/search.ts';
import { amongIds, tenantStatement } from '@/kernel/db/statement.ts';
import type { Scope } from '@/kernel/scope.ts';
import { excerpt } from '@/modules/messages/excerpt.ts';

/** The newest hits are looked at: a word everybody uses must not read the whole history. */
const MOST_HITS = 10_000;

/** Tickets, each with the newest of its messages that was found; null where only the contact was. */
export type Found = Map<number, number | null>;
export type Hit = { id: string; body: string; createdAt: string };

/**
 * Contact name or number, or any message: all by index. Asked once for a page, its count and its hits, because the
 * full-text index joins the places of every word with that beginning each time it is asked.
 */
export async function findTickets(scope: Scope, text: string): Promise<Found> {
  const found: Found = new Map();
  for (const id of await ofContacts(scope, text)) found.set(id, null);
  const words = wordsQuery(text);
  if (words === '') return found;
  // As one text: ten thousand rows take longer on their way here than to be found.
  const [row] = await scope.db.all<{ hits: string }>(sql`
    select json_group_array(json_array(ticket_id, id)) as hits from (
      select ticket_id, max(id) as id from (
        select messages.id, messages.ticket_id from messages_fts join messages on messages.id = messages_fts.rowid
        where messages_fts match ${words} order by messages_fts.rowid desc limit ${sql.raw(String(MOST_HITS))})
      group by ticket_id)`);
  for (const [ticketId, id] of JSON.parse(row?.hits ?? '[]') as [number, number][]) found.set(ticketId, id);
  return found;
}

/** What was found in these tickets, with a few words around it. */
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

/** Below three characters the trigram index has nothing to say. */
async function ofContacts(scope: Scope, text: string): Promise<number[]> {
  const query = substringQuery(text);
  const pattern = containingAsTyped(text);
  const [row] = query
    ? await byContactWords(scope.db, { query })
    : await byContactLetters(scope.db, { pattern });
  return JSON.parse(row?.ids ?? '[]') as number[];
}

const allIds = () => ({ ids: sql<string>`json_group_array(${tickets.id})` });

const byContactWords = tenantStatement((db) =>
  db
    .select(allIds())
    .from(tickets)
    .where(
      sql`${tickets.contactId} in (select rowid from contacts_fts where contacts_fts match ${sql.placeholder('query')})`,
    ),
);

/** LIKE levels the case by itself, as far as `lower` would. */
const byContactLetters = tenantStatement((db) =>
  db
    .select(allIds())
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(
      sql`${contacts.name} LIKE ${sql.placeholder('pattern')} ESCAPE '\\' or ${contacts.number} LIKE ${sql.placeholder('pattern')} ESCAPE '\\'`,
    ),
);
