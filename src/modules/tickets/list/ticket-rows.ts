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
import { amongIds, tenantStatement } from '@/kernel/db/statement.ts';
import type { TenantReader } from '@/kernel/db/tenants.ts';
import type { Scope } from '@/kernel/scope.ts';
import { mediaUrl } from '@/kernel/storage.ts';
import type { TicketView } from '../tickets.views.ts';

export function selectTickets(db: TenantReader) {
  return db
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
      attendance: latestAttendance,
    })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .leftJoin(queues, eq(queues.id, tickets.queueId))
    .leftJoin(users, eq(users.id, tickets.userId))
    .leftJoin(connections, eq(connections.id, tickets.connectionId))
    .leftJoin(messages, eq(messages.id, tickets.lastMessageId))
    .$dynamic();
}

export type JoinedTicket = Awaited<ReturnType<typeof selectTickets>>[number];
type Tag = { id: number; name: string; color: string };

export async function loadTags(scope: Scope, ids: number[]): Promise<Map<number, Tag[]>> {
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

export function toTicketView(
  scope: Scope,
  { ticket, contact, queue, user, connection, last, attendance }: JoinedTicket,
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
    snoozedUntil: ticket.snoozedUntil?.toISOString() ?? null,
    waitingSince: ticket.waitingSince?.toISOString() ?? null,
    protocol: protocolOf(scope, attendance),
    createdAt: ticket.createdAt.toISOString(),
    updatedAt: ticket.updatedAt.toISOString(),
    contact: { ...person, profilePicUrl: mediaUrl(scope, picturePath) },
    queue,
    user,
    whatsapp: connection,
    tags: ticketTagList,
  };
}

/** `id:milliseconds`. */
const latestAttendance = sql<string | null>`(
  select ${ticketTrackings.id} || ':' || coalesce(${ticketTrackings.queuedAt}, ${ticketTrackings.createdAt})
  from ${ticketTrackings} where ${ticketTrackings.ticketId} = ${tickets.id}
  order by ${ticketTrackings.id} desc limit 1)`;

/** E.g. `20260310-12`: the day in the desk's time zone and the attendance's number. */
function protocolOf(scope: Scope, attendance: string | null): string {
  const [id, began] = attendance?.split(':') ?? [];
  if (!id || !began) return '';
  const day = dayIn(scope.kernel.config.timeZone).format(Number(began));
  return `${day.replaceAll('-', '')}-${id}`;
}

const days = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating one takes longer than formatting a row. */
function dayIn(timeZone: string): Intl.DateTimeFormat {
  const known = days.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  days.set(timeZone, known);
  return known;
}
