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
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import { mediaUrl } from '@/kernel/storage.ts';
import type { TicketView } from './tickets.schema.ts';

/** Tickets with everything a list shows beside them; callers add condition, order and limit. */
export function selectTickets(scope: Scope) {
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

/** The tags of many tickets at once. */
export async function loadTags(scope: Scope, ids: number[]): Promise<Map<number, Tag[]>> {
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

/** What leaves the server of a ticket. */
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

/** Number and beginning of the newest attendance, as `id:milliseconds`. */
const latestAttendance = sql<string | null>`(
  select ${ticketTrackings.id} || ':' || coalesce(${ticketTrackings.queuedAt}, ${ticketTrackings.createdAt})
  from ${ticketTrackings} where ${ticketTrackings.ticketId} = ${tickets.id}
  order by ${ticketTrackings.id} desc limit 1)`;

/** The desk's own day and the attendance's number, e.g. `20260310-12`. */
function protocolOf(scope: Scope, attendance: string | null): string {
  const [id, began] = attendance?.split(':') ?? [];
  if (!id || !began) return '';
  const day = new Date(Number(began)).toLocaleDateString('sv-SE', { timeZone: scope.kernel.config.timeZone });
  return `${day.replaceAll('-', '')}-${id}`;
}
