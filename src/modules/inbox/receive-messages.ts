import { messages, tickets } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/kernel/clock.ts';
import { isDatabaseTrouble } from '@/kernel/db/trouble.ts';
import type { Scope } from '@/kernel/scope.ts';
import { type ContactRow, resolveContact } from '@/modules/contacts/identities.ts';
import { mediaLane } from '@/modules/messages/messages.service.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import type { TicketRow } from '@/modules/tickets/tickets.queries.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';
import { answerCall } from './answer-call.ts';
import { type Arrival, authorKey } from './arrival.ts';
import { applyDelete, applyEdit, applyReaction } from './change-message.ts';
import { findOrCreateTicket } from './find-ticket.ts';
import { type OwnContent, type StoredContent, toStored } from './stored-content.ts';

/**
 * Stores what WhatsApp handed over, in order and once. A batch is one transaction; when one of its messages
 * cannot be stored, all are stored one by one, and that one as a placeholder: it must not hold up the rest.
 * Rejects only when the database itself is in trouble; then nothing is lost and all is offered again.
 */
export async function receiveMessages(
  scope: Scope,
  connectionId: number,
  batch: InboundMessage[],
): Promise<void> {
  try {
    await scope.write((tx) => receiveAll(tx, connectionId, batch));
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error;
    for (const message of batch) await receiveAlone(scope, connectionId, message);
  }
  await yieldToLoop();
}

async function receiveAlone(scope: Scope, connectionId: number, message: InboundMessage): Promise<void> {
  try {
    await scope.write((tx) => receiveMessage(tx, connectionId, message));
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error;
    const { id, content } = message;
    scope.log.error(
      { err: error, companyId: scope.companyId, id, kind: content.type },
      'a message could not be stored',
    );
    const placeholder: InboundMessage = {
      ...message,
      content: { type: 'unknown', kind: content.type },
      quoted: null,
    };
    await scope.write((tx) => receiveMessage(tx, connectionId, placeholder));
  }
}

async function receiveAll(tx: Scope, connectionId: number, batch: InboundMessage[]): Promise<void> {
  for (const message of batch) await receiveMessage(tx, connectionId, message);
}

async function receiveMessage(tx: Scope, connectionId: number, message: InboundMessage): Promise<void> {
  if (message.chat.isGroup && (await ignoresGroups(tx))) return;
  const chat = await resolveChat(tx, connectionId, message);
  const author = await resolveAuthor(tx, connectionId, message, chat);
  const { content } = message;
  switch (content.type) {
    case 'reaction':
      return applyReaction(tx, { connectionId, chat, author, message, content });
    case 'edit':
      return applyEdit(tx, { connectionId, chat, author, message, content });
    case 'delete':
      return applyDelete(tx, { connectionId, chat, author, message, content });
    default:
      return storeMessage(tx, { connectionId, chat, author, message, content });
  }
}

/** `CheckMsgIsGroup` 'enabled' means: groups are not for the desk. */
async function ignoresGroups(tx: Scope): Promise<boolean> {
  return (await getSetting(tx, 'CheckMsgIsGroup')) === 'enabled';
}

function resolveChat(
  tx: Scope,
  connectionId: number,
  { chat, fromMe, pushName }: InboundMessage,
): Promise<ContactRow> {
  // In a group the name is its writer's, and of our own messages it is ours.
  const name = chat.isGroup || fromMe ? '' : (pushName ?? '');
  return resolveContact(tx, {
    jid: chat.jid,
    identity: chat.identity,
    isGroup: chat.isGroup,
    name,
    connectionId,
  });
}

/** Null for what we wrote ourselves. */
async function resolveAuthor(
  tx: Scope,
  connectionId: number,
  message: InboundMessage,
  chat: ContactRow,
): Promise<ContactRow | null> {
  if (message.fromMe) return null;
  if (!message.chat.isGroup) return chat;
  const identity = message.author;
  const jid = identity?.pn ?? identity?.lid;
  if (!identity || !jid) return chat;
  return resolveContact(tx, { jid, identity, isGroup: false, name: message.pushName ?? '', connectionId });
}

async function storeMessage(tx: Scope, arrival: Arrival<OwnContent>): Promise<void> {
  const known = await findKnown(tx, arrival);
  if (known) return updateKnown(tx, arrival, known);
  const { connectionId, chat, message } = arrival;
  const ticket = await findOrCreateTicket(tx, {
    contactId: chat.id,
    connectionId,
    isGroup: message.chat.isGroup,
    fromMe: message.fromMe,
  });
  const stored = toStored(arrival.content, clockOf(tx, message));
  const messageId = await insertMessage(tx, arrival, ticket, stored);
  await bumpTicket(tx, ticket, message, messageId, stored.preview);
  if (stored.mediaTicket)
    await tx.kernel.outbox.add(tx, mediaLane(connectionId, messageId), 'media.download', { messageId });
  tx.emit('message.created', { messageId, ticketId: ticket.id });
  if (message.content.type === 'call' && !message.fromMe) await answerCall(tx, ticket.id);
}

type MessageRow = typeof messages.$inferSelect;

function findKnown(
  tx: Scope,
  { connectionId, chat, author, message }: Arrival<unknown>,
): Promise<MessageRow | undefined> {
  return tx.db.query.messages.findFirst({
    where: and(
      eq(messages.connectionId, connectionId),
      eq(messages.chatId, chat.id),
      eq(messages.author, authorKey(author)),
      eq(messages.wid, message.id),
    ),
  });
}

/** A stub gives way to content, never the other way; the echo of our own message brings its protobuf. */
async function updateKnown(tx: Scope, arrival: Arrival<OwnContent>, known: MessageRow): Promise<void> {
  const { message, content } = arrival;
  if (known.isStub && content.type !== 'undecryptable') return replaceStub(tx, arrival, known);
  if (!message.fromMe || (known.raw !== null && (message.ack ?? 0) <= known.ack)) return;
  const ack = Math.max(known.ack, message.ack ?? 0);
  await tx.db
    .update(messages)
    .set({ ack, raw: known.raw ?? message.raw, updatedAt: tx.now() })
    .where(eq(messages.id, known.id));
  tx.emit('message.updated', { messageId: known.id, ticketId: known.ticketId });
}

async function replaceStub(
  tx: Scope,
  { connectionId, message, content }: Arrival<OwnContent>,
  known: MessageRow,
): Promise<void> {
  const { preview, ...stored } = toStored(content, clockOf(tx, message));
  await tx.db
    .update(messages)
    .set({ ...stored, raw: message.raw, updatedAt: tx.now() })
    .where(eq(messages.id, known.id));
  await tx.db
    .update(tickets)
    .set({ lastMessage: preview })
    .where(and(eq(tickets.id, known.ticketId), eq(tickets.lastMessageId, known.id)));
  if (stored.mediaTicket) {
    await tx.kernel.outbox.add(tx, mediaLane(connectionId, known.id), 'media.download', {
      messageId: known.id,
    });
  }
  tx.emit('message.updated', { messageId: known.id, ticketId: known.ticketId });
}

async function insertMessage(
  tx: Scope,
  arrival: Arrival<OwnContent>,
  ticket: TicketRow,
  stored: StoredContent,
): Promise<number> {
  const { connectionId, chat, author, message } = arrival;
  const { preview: _preview, ...content } = stored;
  const [row] = await tx.db
    .insert(messages)
    .values({
      ...content,
      wid: message.id,
      ticketId: ticket.id,
      connectionId,
      chatId: chat.id,
      contactId: author?.id ?? null,
      author: authorKey(author),
      fromMe: message.fromMe,
      read: message.fromMe,
      origin: message.fromMe ? 'phone' : 'customer',
      ack: message.fromMe ? Math.max(2, message.ack ?? 0) : 0,
      isForwarded: message.isForwarded,
      quotedMsgId: await findQuoted(tx, arrival),
      queueId: ticket.queueId,
      remoteJid: message.chat.jid,
      participant: message.chat.isGroup ? (message.author?.pn ?? message.author?.lid ?? null) : null,
      raw: message.raw,
      sentAt: new Date(message.timestamp),
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    .returning({ id: messages.id });
  if (!row) throw new Error('a message was not stored');
  return row.id;
}

/** The quoted message, when it was said in this chat while we listened. */
async function findQuoted(
  tx: Scope,
  { connectionId, chat, message }: Arrival<unknown>,
): Promise<number | null> {
  if (!message.quoted) return null;
  const found = await tx.db.query.messages.findFirst({
    columns: { id: true },
    where: and(
      eq(messages.wid, message.quoted.id),
      eq(messages.chatId, chat.id),
      eq(messages.connectionId, connectionId),
    ),
  });
  return found?.id ?? null;
}

async function bumpTicket(
  tx: Scope,
  ticket: TicketRow,
  message: InboundMessage,
  messageId: number,
  preview: string,
): Promise<void> {
  await tx.db
    .update(tickets)
    .set({
      lastMessage: preview,
      lastMessageId: messageId,
      fromMe: message.fromMe,
      unreadMessages: message.fromMe ? 0 : sql`${tickets.unreadMessages} + 1`,
      updatedAt: tx.now(),
    })
    .where(eq(tickets.id, ticket.id));
}

function clockOf(tx: Scope, message: InboundMessage): string {
  const zone = { hour: '2-digit', minute: '2-digit', timeZone: tx.kernel.config.timeZone } as const;
  return new Date(message.timestamp).toLocaleTimeString('pt-BR', zone);
}
