import {
  connections,
  contactFields,
  contacts,
  messages,
  queues,
  tags,
  tickets,
  ticketTags,
  users,
} from '@db/tenant/schema/index.ts';
import { and, asc, count, desc, eq, exists, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { cutPage, offsetOf } from '@/kernel/db/page.ts';
import { AppError } from '@/kernel/errors.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { mediaUrl } from '@/kernel/storage.ts';
import { canSeeTicket, canShowAll, onDeskOf, visibleTo } from './tickets.policy.ts';
import {
  TICKETS_PER_PAGE,
  type TicketCounts,
  type TicketDetail,
  type TicketFilter,
  type TicketPage,
  type TicketView,
} from './tickets.schema.ts';

export type TicketRow = typeof tickets.$inferSelect;

/** A page of the tickets the reader may see, the latest first. */
export async function listTickets(scope: Scope, filter: TicketFilter): Promise<TicketPage> {
  const where = whereOf(scope, filter);
  const rows = await selectTickets(scope)
    .where(and(where, filter.after ? behind(filter.after) : undefined))
    .orderBy(desc(tickets.updatedAt), desc(tickets.id))
    .limit(TICKETS_PER_PAGE + 1)
    .offset(filter.after ? 0 : offsetOf(filter.pageNumber, TICKETS_PER_PAGE));
  const page = cutPage(rows, TICKETS_PER_PAGE);
  const tagsOf = await loadTags(
    scope,
    page.rows.map((row) => row.ticket.id),
  );
  return {
    tickets: page.rows.map((row) => toTicketView(scope, row, tagsOf.get(row.ticket.id) ?? [])),
    count: await countWhere(scope, where),
    hasMore: page.hasMore,
  };
}

/** How many wait and how many are being answered, for the tabs. */
export async function countTickets(
  scope: Scope,
  filter: Pick<TicketFilter, 'queueIds' | 'showAll'>,
): Promise<TicketCounts> {
  const base = { ...NO_FILTER, queueIds: filter.queueIds, showAll: filter.showAll };
  const [open, pending] = await Promise.all([
    countWhere(scope, whereOf(scope, { ...base, status: 'open' })),
    countWhere(scope, whereOf(scope, { ...base, status: 'pending' })),
  ]);
  return { open, pending };
}

/** Throws ERR_NO_TICKET_FOUND, also for a ticket the reader may not see: it is not his to know. */
export async function getTicket(scope: Scope, ticketId: number): Promise<TicketDetail> {
  return detail(scope, eq(tickets.id, ticketId));
}

export async function getTicketByUuid(scope: Scope, uuid: string): Promise<TicketDetail> {
  return detail(scope, eq(tickets.uuid, uuid));
}

/** The row for verbs. Throws ERR_NO_TICKET_FOUND when there is none, ERR_NO_PERMISSION when it is not his. */
export async function requireTicket(scope: Scope, ticketId: number): Promise<TicketRow> {
  const row = await scope.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) });
  if (!row) throw new AppError('ERR_NO_TICKET_FOUND');
  requireCan(scope, canSeeTicket, row);
  return row;
}

/** Many tickets by id, as live updates show them; without asking who reads. */
export async function loadTicketViews(scope: Scope, ids: number[]): Promise<Map<number, TicketView>> {
  if (ids.length === 0) return new Map();
  const rows = await selectTickets(scope).where(inArray(tickets.id, ids));
  const tagsOf = await loadTags(scope, ids);
  return new Map(
    rows.map((row) => [row.ticket.id, toTicketView(scope, row, tagsOf.get(row.ticket.id) ?? [])]),
  );
}

const NO_FILTER: TicketFilter = {
  pageNumber: 1,
  showAll: false,
  withUnreadMessages: false,
  queueIds: [],
  tags: [],
  users: [],
};

function whereOf(scope: Scope, filter: TicketFilter): SQL | undefined {
  const { actor } = scope;
  // Closed tickets and search results are everybody's who may see them; the rest is the reader's own desk.
  const isWide = filter.status === 'closed' || Boolean(filter.searchParam);
  const showsAll = isWide || (filter.showAll && canShowAll(actor, undefined));
  return and(
    visibleTo(actor),
    showsAll ? undefined : onDeskOf(actor),
    filter.status ? eq(tickets.status, filter.status) : undefined,
    filter.queueIds.length > 0
      ? or(inArray(tickets.queueId, filter.queueIds), isNull(tickets.queueId))
      : undefined,
    filter.users.length > 0 && canShowAll(actor, undefined)
      ? inArray(tickets.userId, filter.users)
      : undefined,
    filter.withUnreadMessages ? gt(tickets.unreadMessages, 0) : undefined,
    filter.searchParam ? matching(filter.searchParam) : undefined,
    filter.date ? onDay(scope, tickets.createdAt, filter.date) : undefined,
    filter.updatedAt ? onDay(scope, tickets.updatedAt, filter.updatedAt) : undefined,
    ...filter.tags.map((tagId) => hasTag(scope, tagId)),
  );
}

function hasTag(scope: Scope, tagId: number): SQL {
  const link = and(eq(ticketTags.ticketId, tickets.id), eq(ticketTags.tagId, tagId));
  return exists(scope.db.select({ one: sql`1` }).from(ticketTags).where(link));
}

function matching(text: string): SQL | undefined {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return or(
    sql`lower(${contacts.name}) LIKE ${pattern} ESCAPE '\\'`,
    sql`${contacts.number} LIKE ${pattern} ESCAPE '\\'`,
  );
}

/** A calendar day of the desk's own time zone. */
function onDay(
  scope: Scope,
  column: typeof tickets.createdAt | typeof tickets.updatedAt,
  day: string,
): SQL | undefined {
  const start = zonedMidnight(day, scope.kernel.config.timeZone);
  return and(sql`${column} >= ${start}`, sql`${column} < ${start + 86_400_000}`);
}

function zonedMidnight(day: string, timeZone: string): number {
  const utc = new Date(`${day}T00:00:00Z`);
  const shown = new Date(utc.toLocaleString('en-US', { timeZone }));
  const same = new Date(utc.toLocaleString('en-US', { timeZone: 'UTC' }));
  return utc.getTime() + (same.getTime() - shown.getTime());
}

function behind(cursor: string): SQL | undefined {
  const [at, id] = cursor.split(',').map(Number);
  const moment = new Date(at ?? 0);
  return or(lt(tickets.updatedAt, moment), and(eq(tickets.updatedAt, moment), lt(tickets.id, id ?? 0)));
}

async function countWhere(scope: Scope, where: SQL | undefined): Promise<number> {
  const [row] = await scope.db
    .select({ n: count() })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(where);
  return row?.n ?? 0;
}

async function detail(scope: Scope, where: SQL): Promise<TicketDetail> {
  const [row] = await selectTickets(scope).where(where);
  if (!row || !canSeeTicket(scope.actor, row.ticket)) throw new AppError('ERR_NO_TICKET_FOUND');
  const tagsOf = await loadTags(scope, [row.ticket.id]);
  const view = toTicketView(scope, row, tagsOf.get(row.ticket.id) ?? []);
  const fields = await scope.db
    .select({ id: contactFields.id, name: contactFields.name, value: contactFields.value })
    .from(contactFields)
    .where(eq(contactFields.contactId, row.ticket.contactId))
    .orderBy(asc(contactFields.id));
  return { ...view, contact: { ...view.contact, extraInfo: fields } };
}

function selectTickets(scope: Scope) {
  return scope.db
    .select({
      ticket: tickets,
      contact: {
        id: contacts.id,
        name: contacts.name,
        number: contacts.number,
        email: contacts.email,
        picturePath: contacts.picturePath,
      },
      queue: { id: queues.id, name: queues.name, color: queues.color },
      user: { id: users.id, name: users.name },
      connection: { name: connections.name },
      last: { mediaType: messages.mediaType, ack: messages.ack },
    })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .leftJoin(queues, eq(queues.id, tickets.queueId))
    .leftJoin(users, eq(users.id, tickets.userId))
    .leftJoin(connections, eq(connections.id, tickets.connectionId))
    .leftJoin(messages, eq(messages.id, tickets.lastMessageId))
    .$dynamic();
}

type Joined = Awaited<ReturnType<typeof selectTickets>>[number];
type Tag = { id: number; name: string; color: string };

async function loadTags(scope: Scope, ids: number[]): Promise<Map<number, Tag[]>> {
  const byTicket = new Map<number, Tag[]>();
  if (ids.length === 0) return byTicket;
  const rows = await scope.db
    .select({ ticketId: ticketTags.ticketId, id: tags.id, name: tags.name, color: tags.color })
    .from(ticketTags)
    .innerJoin(tags, eq(tags.id, ticketTags.tagId))
    .where(inArray(ticketTags.ticketId, ids))
    .orderBy(asc(tags.searchName));
  for (const { ticketId, ...tag } of rows) byTicket.set(ticketId, [...(byTicket.get(ticketId) ?? []), tag]);
  return byTicket;
}

function toTicketView(
  scope: Scope,
  { ticket, contact, queue, user, connection, last }: Joined,
  ticketTagList: Tag[],
): TicketView {
  const { picturePath, ...person } = contact;
  return {
    id: ticket.id,
    uuid: ticket.uuid,
    status: ticket.status,
    unreadMessages: ticket.unreadMessages,
    lastMessage: ticket.lastMessage,
    lastMessageType: last?.mediaType ?? null,
    lastMessageAck: last?.ack ?? null,
    fromMe: ticket.fromMe,
    isGroup: ticket.isGroup,
    userId: ticket.userId,
    contactId: ticket.contactId,
    whatsappId: ticket.connectionId,
    queueId: ticket.queueId,
    chatbot: ticket.chatbot,
    queueOptionId: ticket.queueOptionId,
    companyId: scope.companyId,
    useIntegration: ticket.useIntegration,
    integrationId: ticket.integrationId,
    typebotSessionId: ticket.typebotSessionId,
    typebotStatus: ticket.typebotStatus,
    promptId: ticket.promptId,
    amountUsedBotQueues: ticket.amountUsedBotQueues,
    createdAt: ticket.createdAt.toISOString(),
    updatedAt: ticket.updatedAt.toISOString(),
    contact: { ...person, profilePicUrl: mediaUrl(scope, picturePath) },
    queue,
    user,
    whatsapp: connection,
    tags: ticketTagList,
  };
}
