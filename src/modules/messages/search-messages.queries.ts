import { messages } from '@db/tenant/schema/index.ts';
import { and, count, desc, eq, notInArray, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { cutPage } from '@/core/db/paging.ts';
import { termsQuery } from '@/core/db/search.ts';
import { containsTerms, excerptsFor, type Marks } from '@/core/db/search-excerpt.ts';
import { inTurn } from '@/core/queue/one-per-person.ts';
import type { Scope } from '@/core/scope.ts';
import { type ConversationSearch, HITS_PER_PAGE } from './messages.schema.ts';
import type { MessageHit } from './messages.views.ts';

const MARKS: Marks = ['[[', ']]'];

const MAX_LENGTH = 160;

type Found = { id: number; body: string; createdAt: number; fromMe: number };

export function searchMessages(scope: Scope, ticketId: number, search: ConversationSearch): Promise<Hits> {
  return inTurn(scope, () => find(scope, ticketId, search));
}

type Hits = { hits: MessageHit[]; hasMore: boolean };

async function find(scope: Scope, ticketId: number, { q, before }: ConversationSearch): Promise<Hits> {
  const query = termsQuery(q);
  if (query === '') return { hits: [], hasMore: false };
  const few = await readFew(scope, ticketId);
  const rows = few ? searchFew(few, q, before) : await searchMany(scope, ticketId, query, before);
  const page = cutPage(rows, HITS_PER_PAGE);
  const hits = page.rows.map(({ id, body, createdAt, fromMe }) => ({
    id: String(id),
    body: shorten(body),
    createdAt: new Date(createdAt).toISOString(),
    fromMe: fromMe === 1,
  }));
  return { hits, hasMore: page.hasMore };
}

/** The index is slower here: for a common word it scans all conversations. */
const FEW = 300;
const FEW_BYTES = 256_000;

async function readFew(scope: Scope, ticketId: number): Promise<Found[] | undefined> {
  const [size] = await sizeOfTicket(scope.db, { ticketId });
  if (!size || size.count > FEW || size.bytes > FEW_BYTES) return undefined;
  return textsOfTicket(scope.db, { ticketId });
}

/** The index's triggers leave out the same kinds. */
const matches = and(
  eq(messages.ticketId, sql.placeholder('ticketId')),
  eq(messages.isDeleted, false),
  notInArray(messages.mediaType, ['locationMessage', 'unknown']),
);

const sizeOfTicket = tenantStatement((db) => {
  const some = db
    .select({ bytes: sql<number>`octet_length(${messages.body})`.as('bytes') })
    .from(messages)
    .where(matches)
    .limit(FEW + 1)
    .as('some');
  return db.select({ count: count(), bytes: sql<number>`coalesce(sum(${some.bytes}), 0)` }).from(some);
});

const textsOfTicket = tenantStatement((db) =>
  db
    .select({
      id: messages.id,
      body: messages.body,
      createdAt: sql<number>`${messages.createdAt}`,
      fromMe: sql<number>`${messages.fromMe}`,
    })
    .from(messages)
    .where(matches)
    .orderBy(desc(messages.id)),
);

function searchFew(rows: Found[], q: string, before: number = Number.POSITIVE_INFINITY): Found[] {
  const excerptOf = excerptsFor(q, MARKS);
  return rows
    .filter(({ id, body }) => id < before && containsTerms(body, q))
    .slice(0, HITS_PER_PAGE + 1)
    .map((row) => ({ ...row, body: excerptOf(row.body) }));
}

function searchMany(scope: Scope, ticketId: number, query: string, before?: number): Promise<Found[]> {
  const older = before === undefined ? sql`` : sql`and messages_fts.rowid < ${before}`;
  // Without the `+` SQLite queries the index once per number: a hundred times slower.
  return scope.slowDb.all<Found>(sql`
    select messages.id, snippet(messages_fts, 0, ${MARKS[0]}, ${MARKS[1]}, '…', 14) as body, messages.created_at as createdAt, messages.from_me as fromMe
    from messages_fts join messages on messages.id = messages_fts.rowid
    where messages_fts match ${query} ${older} and not messages.is_deleted and +messages_fts.rowid in (select id from messages where ticket_id = ${ticketId})
    order by messages_fts.rowid desc limit ${HITS_PER_PAGE + 1}`);
}

export function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const start = Math.max(0, text.indexOf('[['));
  const from = Math.max(0, start - 40);
  const head = from > 0 ? '…' : '';
  const available = MAX_LENGTH - head.length - 3;
  const cut = text
    .slice(from, from + available)
    .toWellFormed()
    .replace(/\[$|\]$/, '');
  const isOpen = cut.lastIndexOf('[[') > cut.lastIndexOf(']]');
  return `${head}${cut}${isOpen ? ']]' : ''}…`;
}
