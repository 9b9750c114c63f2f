import {
  connections,
  contacts,
  messages,
  queues,
  tags,
  tickets,
  ticketTags,
  ticketTrackings,
  users,
} from '@db/tenant/schema/index.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { amongIds, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import type { Scope } from '@/core/scope.ts';
import { mediaUrl } from '@/core/storage/storage.ts';
import type { TicketView } from '../tickets.views.ts';
import { AT_MENU, isWithBot } from './with-bot.queries.ts';

/** Only shown columns: transferring a value from SQLite takes longer than reading it. */
const shown = {
  id: tickets.id,
  uuid: tickets.uuid,
  status: tickets.status,
  unreadMessages: tickets.unreadMessages,
  lastMessage: tickets.lastMessage,
  fromMe: tickets.fromMe,
  isGroup: tickets.isGroup,
  userId: tickets.userId,
  contactId: tickets.contactId,
  connectionId: tickets.connectionId,
  queueId: tickets.queueId,
  chatbot: tickets.chatbot,
  isAtMenu: AT_MENU,
  queueOptionId: tickets.queueOptionId,
  useIntegration: tickets.useIntegration,
  integrationId: tickets.integrationId,
  typebotSessionId: tickets.typebotSessionId,
  typebotStatus: tickets.typebotStatus,
  promptId: tickets.promptId,
  amountUsedBotQueues: tickets.amountUsedBotQueues,
  snoozedUntil: tickets.snoozedUntil,
  waitingSince: tickets.waitingSince,
  source: tickets.source,
  createdAt: tickets.createdAt,
  updatedAt: tickets.updatedAt,
};

export function selectTickets(db: TenantReader) {
  return db
    .select({
      ticket: shown,
      contact: {
        name: contacts.name,
        number: contacts.number,
        email: contacts.email,
        picturePath: contacts.picturePath,
      },
      last: {
        mediaType: messages.mediaType,
        ack: messages.ack,
        isDeleted: messages.isDeleted,
        error: messages.error,
      },
      attendance: latestAttendance,
    })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .leftJoin(messages, eq(messages.id, tickets.lastMessageId))
    .$dynamic();
}

export type JoinedTicket = Awaited<ReturnType<typeof selectTickets>>[number];
type Tag = { id: number; name: string; color: string };

export async function toTicketViews(scope: Scope, rows: JoinedTicket[]): Promise<TicketView[]> {
  const ids = rows.map(({ ticket }) => ticket.id);
  const [names, tagsOf] = await Promise.all([namesIn(scope), loadTags(scope, ids)]);
  return rows.map((row) => toTicketView(scope, row, names, tagsOf.get(row.ticket.id) ?? []));
}

type Names = {
  queues: Map<number, { id: number; name: string; color: string }>;
  users: Map<number, { id: number; name: string }>;
  connections: Map<number, { name: string }>;
};

/** Few and shared by all tickets: cached instead of joined to each row. */
function namesIn(scope: Scope): Promise<Names> {
  return scope.remember([queues, users, connections], 'names of tickets', async () => {
    const [someQueues, someUsers, someConnections] = await Promise.all([
      queueNames(scope.db),
      userNames(scope.db),
      connectionNames(scope.db),
    ]);
    return {
      queues: new Map(someQueues.map((one) => [one.id, one])),
      users: new Map(someUsers.map((one) => [one.id, one])),
      connections: new Map(someConnections.map(({ id, name }) => [id, { name }])),
    };
  });
}

const queueNames = tenantStatement((db) =>
  db.select({ id: queues.id, name: queues.name, color: queues.color }).from(queues),
);
const userNames = tenantStatement((db) => db.select({ id: users.id, name: users.name }).from(users));
const connectionNames = tenantStatement((db) =>
  db.select({ id: connections.id, name: connections.name }).from(connections),
);

async function loadTags(scope: Scope, ids: number[]): Promise<Map<number, Tag[]>> {
  const byTicket = new Map<number, Tag[]>();
  if (ids.length === 0) return byTicket;
  const rows = await tagsOfTickets(scope.db, { ids: JSON.stringify(ids) });
  for (const { ticketId, ...tag } of rows) byTicket.set(ticketId, [...(byTicket.get(ticketId) ?? []), tag]);
  return byTicket;
}

const tagsOfTickets = tenantStatement((db) =>
  db
    .select({ ticketId: ticketTags.ticketId, id: tags.id, name: tags.name, color: tags.color })
    .from(ticketTags)
    .innerJoin(tags, eq(tags.id, ticketTags.tagId))
    .where(amongIds(ticketTags.ticketId))
    .orderBy(asc(tags.searchName)),
);

function toTicketView(
  scope: Scope,
  { ticket, contact, last, attendance }: JoinedTicket,
  names: Names,
  ticketTagList: Tag[],
): TicketView {
  const { name, number, email, picturePath } = contact;
  return {
    id: ticket.id,
    uuid: ticket.uuid,
    status: ticket.status,
    unreadMessages: ticket.unreadMessages,
    ...lastOf(ticket.lastMessage, last),
    fromMe: ticket.fromMe,
    isGroup: ticket.isGroup,
    userId: ticket.userId,
    contactId: ticket.contactId,
    whatsappId: ticket.connectionId,
    queueId: ticket.queueId,
    chatbot: ticket.chatbot,
    withBot: isWithBot({ ...ticket, isAtMenu: ticket.isAtMenu === 1 }),
    queueOptionId: ticket.queueOptionId,
    companyId: scope.companyId,
    useIntegration: ticket.useIntegration,
    integrationId: ticket.integrationId,
    typebotSessionId: ticket.typebotSessionId,
    typebotStatus: ticket.typebotStatus,
    promptId: ticket.promptId,
    amountUsedBotQueues: ticket.amountUsedBotQueues,
    snoozedUntil: ticket.snoozedUntil?.toISOString() ?? null,
    waitingSince: ticket.waitingSince?.toISOString() ?? null,
    protocol: protocolOf(scope, attendance),
    source: ticket.source,
    createdAt: ticket.createdAt.toISOString(),
    updatedAt: ticket.updatedAt.toISOString(),
    contact: { id: ticket.contactId, name, number, email, profilePicUrl: mediaUrl(scope, picturePath) },
    queue: nameOf(names.queues, ticket.queueId),
    user: nameOf(names.users, ticket.userId),
    whatsapp: nameOf(names.connections, ticket.connectionId),
    tags: ticketTagList,
  };
}

function nameOf<T>(names: Map<number, T>, id: number | null): T | null {
  return id === null ? null : (names.get(id) ?? null);
}

/** `id:milliseconds`. */
const latestAttendance = sql<string | null>`(
  select ${ticketTrackings.id} || ':' || coalesce(${ticketTrackings.queuedAt}, ${ticketTrackings.createdAt})
  from ${ticketTrackings} where ${ticketTrackings.ticketId} = ${tickets.id}
  order by ${ticketTrackings.id} desc limit 1)`;

/** E.g. `20260310-12`: day in the company's time zone, and attendance number. */
function protocolOf(scope: Scope, attendance: string | null): string {
  const [id, began] = attendance?.split(':') ?? [];
  if (!id || !began) return '';
  const day = dayIn(scope.timeZone).format(Number(began));
  return `${day.replaceAll('-', '')}-${id}`;
}

const days = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating one takes longer than formatting a row. */
function dayIn(timeZone: string): Intl.DateTimeFormat {
  const known = days.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  days.set(timeZone, known);
  return known;
}

/** The text of a deleted message is in no list, notification or event; it stays stored, as it may be restored. */
function lastOf(text: string, last: JoinedTicket['last']) {
  if (last?.isDeleted)
    return { lastMessage: '', lastMessageType: 'deleted', lastMessageAck: null, lastMessageFailed: false };
  return {
    lastMessage: text,
    lastMessageType: last?.mediaType ?? null,
    lastMessageAck: last?.ack ?? null,
    lastMessageFailed: Boolean(last?.error),
  };
}
