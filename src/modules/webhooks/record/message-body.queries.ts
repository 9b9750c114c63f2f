import { connections, contacts, messages, queues, tickets, users } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { shownText, toMediaType } from '@/modules/messages/message-view.queries.ts';
import type { MessageBody, MessageState, MessageStatusBody } from '../bodies.views.ts';

export type ReportedMessage = Awaited<ReturnType<typeof messageWithNames>>[number];

/** A message with the names that its body contains, in one statement. */
export async function findReported(scope: Scope, messageId: number): Promise<ReportedMessage | undefined> {
  const [row] = await messageWithNames(scope.db, { messageId });
  return row;
}

const author = alias(contacts, 'author');

const messageWithNames = tenantStatement((db) =>
  db
    .select({
      message: {
        id: messages.id,
        fromMe: messages.fromMe,
        origin: messages.origin,
        mediaType: messages.mediaType,
        body: messages.body,
        mediaState: messages.mediaState,
        mediaName: messages.mediaName,
        mediaMime: messages.mediaMime,
        mediaSize: messages.mediaSize,
        mediaSeconds: messages.mediaSeconds,
        quotedMsgId: messages.quotedMsgId,
        ack: messages.ack,
        error: messages.error,
        createdAt: messages.createdAt,
      },
      ticket: { id: tickets.id, uuid: tickets.uuid, isGroup: tickets.isGroup },
      contact: { id: contacts.id, name: contacts.name, number: contacts.number },
      author: { id: author.id, name: author.name, number: author.number },
      connection: { id: connections.id, name: connections.name },
      queue: { id: queues.id, name: queues.name },
      user: { id: users.id, name: users.name },
    })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .leftJoin(author, eq(author.id, messages.contactId))
    .leftJoin(connections, eq(connections.id, tickets.connectionId))
    .leftJoin(queues, eq(queues.id, tickets.queueId))
    .leftJoin(users, eq(users.id, messages.userId))
    .where(eq(messages.id, sql.placeholder('messageId'))),
);

export function messageBody(row: ReportedMessage): MessageBody {
  const { message, ticket, contact, connection, queue, user } = row;
  const { fromMe, mediaType } = message;
  return {
    id: message.id,
    ticketId: ticket.id,
    ticketUuid: ticket.uuid,
    contact: { ...contact, isGroup: ticket.isGroup },
    author: ticket.isGroup && !fromMe ? row.author : null,
    connection,
    queue,
    user,
    fromMe,
    origin: message.origin,
    type: toMediaType(mediaType),
    text: shownText(mediaType, message.body),
    media:
      message.mediaState === 'none'
        ? null
        : {
            name: message.mediaName,
            mime: message.mediaMime,
            size: message.mediaSize,
            seconds: message.mediaSeconds,
          },
    quotedMessageId: message.quotedMsgId,
    status: stateOf(row),
    createdAt: message.createdAt.toISOString(),
  };
}

export function statusBody(row: ReportedMessage): MessageStatusBody {
  const { message, ticket } = row;
  return { id: message.id, ticketId: ticket.id, status: stateOf(row), error: message.error };
}

export function stateOf({ message: { fromMe, ack, error } }: ReportedMessage): MessageState {
  if (!fromMe) return 'delivered';
  if (error !== null) return 'failed';
  if (ack < 2) return 'waiting';
  return ack === 2 ? 'sent' : ack === 3 ? 'delivered' : 'read';
}
