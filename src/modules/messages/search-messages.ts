import { messages } from '@db/tenant/schema/index.ts';
import { and, count, desc, eq, notInArray, sql } from 'drizzle-orm';
import { cutPage } from '@/kernel/db/page.ts';
import { wordsQuery } from '@/kernel/db/search.ts';
import { tenantStatement } from '@/kernel/db/statement.ts';
import { excerpt, holdsWords, type Marks } from '@/kernel/excerpt.ts';
import type { Scope } from '@/kernel/scope.ts';
import { inTurn } from '@/kernel/turns.ts';
import { type ConversationSearch, HITS_PER_PAGE } from './messages.schema.ts';
import type { MessageHit } from './messages.views.ts';

const MARKS: Marks = ['[[', ']]'];

/** As long as a hit may be shown. */
const LONGEST = 160;

type Found = { id: number; body: string; createdAt: number; fromMe: number };

/**
 * What was said in one conversation with these words (accents and case aside, each may be a beginning), the newest
 * first. The caller has asked whether the reader may see the ticket.
 */
export function searchMessages(scope: Scope, ticketId: number, search: ConversationSearch): Promise<Hits> {
  return inTurn(scope, () => find(scope, ticketId, search));
}

type Hits = { hits: MessageHit[]; hasMore: boolean };

async function find(scope: Scope, ticketId: number, { q, before }: ConversationSearch): Promise<Hits> {
  const words = wordsQuery(q);
  if (words === '') return { hits: [], hasMore: false };
  const few = await readFew(scope, ticketId);
  const rows = few ? searchFew(few, q, before) : await searchMany(scope, ticketId, words, before);
  const page = cutPage(rows, HITS_PER_PAGE);
  const hits = page.rows.map(({ id, body, createdAt, fromMe }) => ({
    id: String(id),
    body: shorten(body),
    createdAt: new Date(createdAt).toISOString(),
    fromMe: fromMe === 1,
  }));
  return { hits, hasMore: page.hasMore };
}

/** So many are read faster than the index goes through all that anybody has ever said with a usual word. */
const FEW = 300;
/** Unless each of them is a book. */
const FEW_BYTES = 256_000;

/** The words of a short conversation, the newest first; undefined for a long one. */
async function readFew(scope: Scope, ticketId: number): Promise<Found[] | undefined> {
  const [size] = await sizeOfTicket(scope.db, { ticketId });
  if (!size || size.count > FEW || size.bytes > FEW_BYTES) return undefined;
  return wordsOfTicket(scope.db, { ticketId });
}

/** Those kinds have no words (the index's triggers). */
const wordsIn = and(
  eq(messages.ticketId, sql.placeholder('ticketId')),
  notInArray(messages.mediaType, ['locationMessage', 'unknown']),
);

const sizeOfTicket = tenantStatement((db) => {
  const some = db
    .select({ bytes: sql<number>`octet_length(${messages.body})`.as('bytes') })
    .from(messages)
    .where(wordsIn)
    .limit(FEW + 1)
    .as('some');
  return db.select({ count: count(), bytes: sql<number>`coalesce(sum(${some.bytes}), 0)` }).from(some);
});

const wordsOfTicket = tenantStatement((db) =>
  db
    .select({
      id: messages.id,
      body: messages.body,
      createdAt: sql<number>`${messages.createdAt}`,
      fromMe: sql<number>`${messages.fromMe}`,
    })
    .from(messages)
    .where(wordsIn)
    .orderBy(desc(messages.id)),
);

function searchFew(rows: Found[], q: string, before: number = Number.POSITIVE_INFINITY): Found[] {
  return rows
    .filter(({ id, body }) => id < before && holdsWords(body, q))
    .slice(0, HITS_PER_PAGE + 1)
    .map((row) => ({ ...row, body: excerpt(row.body, q, MARKS) }));
}

function searchMany(scope: Scope, ticketId: number, words: string, before?: number): Promise<Found[]> {
  const older = before === undefined ? sql`` : sql`and messages_fts.rowid < ${before}`;
  // The plus keeps the list a list to look up in: asking the index for each number is slower a hundred times.
  return scope.db.all<Found>(sql`
    select messages.id, snippet(messages_fts, 0, ${MARKS[0]}, ${MARKS[1]}, '…', 14) as body, messages.created_at as createdAt, messages.from_me as fromMe
    from messages_fts join messages on messages.id = messages_fts.rowid
    where messages_fts match ${words} ${older} and +messages_fts.rowid in (select id from messages where ticket_id = ${ticketId})
    order by messages_fts.rowid desc limit ${HITS_PER_PAGE + 1}`);
}

/** Words may be as long as a link: what is cut is cut around the hit, whose marks stay a pair. */
export function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  const start = Math.max(0, text.indexOf('[['));
  const from = Math.max(0, start - 40);
  const head = from > 0 ? '…' : '';
  const room = LONGEST - head.length - 3;
  const cut = text
    .slice(from, from + room)
    .toWellFormed()
    .replace(/\[$|\]$/, '');
  const isOpen = cut.lastIndexOf('[[') > cut.lastIndexOf(']]');
  return `${head}${cut}${isOpen ? ']]' : ''}…`;
}
