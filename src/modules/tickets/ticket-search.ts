import { contacts, tickets } from '@db/tenant/schema/index.ts';
import { or, type SQL, sql } from 'drizzle-orm';
import { containingAsTyped, substringQuery, wordsQuery } from '@/kernel/db/search.ts';
import type { Scope } from '@/kernel/scope.ts';

/** The newest hits are looked at: a word everybody uses must not read the whole history. */
const MOST_HITS = 20_000;

/** Contact name or number, or any message: all by index. */
export function matchingText(text: string): SQL | undefined {
  const words = wordsQuery(text);
  return or(
    matchingContact(text),
    words === '' ? undefined : sql`${tickets.id} in (select ticket_id from ${newestHits(words)})`,
  );
}

export type Hit = { id: string; body: string; createdAt: string };

/** The newest message found in each of these tickets, with a few words around the hit. */
export async function findHits(scope: Scope, text: string, ticketIds: number[]): Promise<Map<number, Hit>> {
  const words = wordsQuery(text);
  if (words === '' || ticketIds.length === 0) return new Map();
  const rows = await scope.db.all<{ ticketId: number; id: number; body: string; createdAt: number }>(sql`
    select hit.ticket_id as ticketId, hit.id, snippet(messages_fts, 0, '', '', '…', 16) as body, messages.created_at as createdAt
    from (select ticket_id, max(id) as id from ${newestHits(words)} where ticket_id in ${ticketIds} group by ticket_id) as hit
    join messages on messages.id = hit.id
    join messages_fts on messages_fts.rowid = hit.id
    where messages_fts match ${words}`);
  return new Map(
    rows.map((row) => [
      row.ticketId,
      { id: String(row.id), body: row.body, createdAt: new Date(row.createdAt).toISOString() },
    ]),
  );
}

function newestHits(words: string): SQL {
  return sql`(select messages.id, messages.ticket_id from messages_fts join messages on messages.id = messages_fts.rowid
    where messages_fts match ${words} order by messages_fts.rowid desc limit ${sql.raw(String(MOST_HITS))})`;
}

/** Below three characters the trigram index has nothing to say. */
function matchingContact(text: string): SQL {
  const query = substringQuery(text);
  if (query !== '')
    return sql`${tickets.contactId} in (select rowid from contacts_fts where contacts_fts match ${query})`;
  const pattern = containingAsTyped(text);
  return sql`(lower(${contacts.name}) LIKE ${pattern} ESCAPE '\\' or ${contacts.number} LIKE ${pattern} ESCAPE '\\')`;
}
