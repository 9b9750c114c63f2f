import { messages } from '@db/tenant/schema/index.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import type { Scope } from '@/core/scope.ts';
import { cutAt, nameFrom } from '@/core/text.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { touchContact } from '@/modules/contacts/touch-contact.service.ts';
import { findTicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import {
  findOrCreateTicket,
  type TicketAtHand,
} from '@/modules/tickets/open/find-or-create-ticket.service.ts';
import {
  changePreview,
  recordCustomerMessage,
  recordOwnMessage,
  restorePreviousMessage,
} from '@/modules/tickets/work/last-message.service.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';
import { wantPreview } from '../links/link-previews.outbox.ts';
import { attachWholeText } from '../media/store-long-text.outbox.ts';
import { MAX_PREVIEW } from '../message-limits.schema.ts';
import { mediaQueueKey } from '../messages.service.ts';
import { answerCall } from './answer-call.service.ts';
import { authorKey, type ResolvedMessage } from './arrival.logic.ts';
import { addMessage, type NewMessage } from './insert-message.service.ts';
import { type OwnContent, type StoredContent, toStored } from './stored-content.logic.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    /** Before the bot answers: listeners that move the ticket set `isMoved`. */
    'message.placing': Arrived & { answer: { isMoved: boolean } };
    'message.arrived': Arrived & { isMoved: boolean };
  }
}

type Arrived = {
  ticket: TicketAtHand & { isOpened: boolean };
  messageId: number;
  kind: 'message' | 'call' | 'stub';
  fromMe: boolean;
  text: string;
};

export async function storeMessage(tx: Scope, arrival: ResolvedMessage<OwnContent>): Promise<void> {
  const known = await findKnown(tx, arrival);
  if (known) return updateKnown(tx, arrival, known);
  const { connectionId, chat, message } = arrival;
  const ticket = await findOrCreateTicket(tx, {
    contactId: chat.id,
    connectionId,
    isGroup: message.chat.isGroup,
    fromMe: message.fromMe,
    since: sentAt(tx, message),
    text: textOf(arrival.content),
  });
  const stored = toStored(arrival.content, () => clockOf(tx, message));
  const messageId = await insertMessage(tx, arrival, ticket, stored);
  const newest = { ticketId: ticket.id, messageId, preview: stored.preview };
  if (message.fromMe) await recordOwnMessage(tx, { ...newest, isRead: true });
  else await recordCustomerMessage(tx, { ...newest, askedAt: sentAt(tx, message) });
  await touchContact(tx, { contactId: chat.id, at: message.timestamp });
  if (stored.mediaTicket)
    await tx.kernel.outbox.add(tx, mediaQueueKey(connectionId, messageId), 'media.download', { messageId });
  if (stored.whole !== null)
    await attachWholeText(tx, { id: messageId, connectionId }, stored.whole, arrival.takeFile(tx));
  await wantPreview(tx, { id: messageId, ...stored });
  tx.emit('message.created', { messageId, ticketId: ticket.id });
  if (message.content.type === 'call' && !message.fromMe)
    await answerCall(tx, { ticketId: ticket.id, messageId });
  await runArrivalSteps(tx, arrival, ticket, messageId);
}

async function runArrivalSteps(
  tx: Scope,
  { message, content }: ResolvedMessage<OwnContent>,
  ticket: TicketAtHand & { isOpened: boolean },
  messageId: number,
): Promise<void> {
  const { type } = content;
  const kind = type === 'call' ? 'call' : type === 'undecryptable' ? 'stub' : 'message';
  const arrived: Arrived = { ticket, messageId, kind, fromMe: message.fromMe, text: textOf(content) };
  const answer = { isMoved: false };
  await tx.kernel.steps.take(tx, 'message.placing', { ...arrived, answer });
  const { isMoved } = answer;
  const moved = isMoved ? await findTicketRow(tx, ticket.id) : undefined;
  const movedTicket = moved ? { ...moved, isOpened: ticket.isOpened } : ticket;
  await tx.kernel.steps.take(tx, 'message.arrived', { ...arrived, ticket: movedTicket, isMoved });
}

const textOf = (content: OwnContent) => (content.type === 'text' ? content.text : '');

const KNOWN = {
  id: messages.id,
  ticketId: messages.ticketId,
  fromMe: messages.fromMe,
  isStub: messages.isStub,
  ack: messages.ack,
  raw: messages.raw,
};
type KnownMessage = Pick<typeof messages.$inferSelect, keyof typeof KNOWN>;

async function findKnown(
  tx: Scope,
  { connectionId, chat, author, message }: ResolvedMessage<unknown>,
): Promise<KnownMessage | undefined> {
  const [known] = await messageBy(tx.db, {
    connectionId,
    chatId: chat.id,
    author: authorKey(author),
    wid: message.id,
  });
  return known;
}

const messageBy = tenantStatement((db) =>
  db
    .select(KNOWN)
    .from(messages)
    .where(
      and(
        eq(messages.connectionId, sql.placeholder('connectionId')),
        eq(messages.chatId, sql.placeholder('chatId')),
        eq(messages.author, sql.placeholder('author')),
        eq(messages.wid, sql.placeholder('wid')),
      ),
    ),
);

async function updateKnown(
  tx: Scope,
  arrival: ResolvedMessage<OwnContent>,
  known: KnownMessage,
): Promise<void> {
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
  arrival: ResolvedMessage<OwnContent>,
  known: KnownMessage,
): Promise<void> {
  const { connectionId, message, content } = arrival;
  const { preview, whole, ...stored } = toStored(content, () => clockOf(tx, message));
  const { isForwarded, raw } = message;
  const album = albumOf(message);
  const quotedMsgId = await findQuoted(tx, arrival);
  await tx.db
    .update(messages)
    .set({ ...stored, isForwarded, album, raw, quotedMsgId, updatedAt: tx.now() })
    .where(eq(messages.id, known.id));
  await changePreview(tx, { ticketId: known.ticketId, messageId: known.id, preview });
  if (stored.mediaTicket) {
    await tx.kernel.outbox.add(tx, mediaQueueKey(connectionId, known.id), 'media.download', {
      messageId: known.id,
    });
  }
  if (whole !== null) await attachWholeText(tx, { id: known.id, connectionId }, whole, arrival.takeFile(tx));
  tx.emit('message.updated', { messageId: known.id, ticketId: known.ticketId });
  const ticket = await findTicketRow(tx, known.ticketId);
  if (ticket) await runArrivalSteps(tx, arrival, { ...ticket, isOpened: false }, known.id);
}

/** For a stub whose message turned out to be a change, which has no row of its own. */
export async function dropStub(tx: Scope, arrival: ResolvedMessage<unknown>): Promise<void> {
  const stub = await findKnown(tx, arrival);
  if (!stub?.isStub) return;
  await tx.db.delete(messages).where(eq(messages.id, stub.id));
  const last = await tx.db.query.messages.findFirst({
    where: eq(messages.ticketId, stub.ticketId),
    orderBy: desc(messages.id),
  });
  await restorePreviousMessage(tx, {
    ticketId: stub.ticketId,
    messageId: last?.id ?? null,
    preview: cutAt(last?.body ?? '', MAX_PREVIEW),
    origin: last?.origin ?? null,
    sentAt: last?.createdAt ?? tx.now(),
    wasUnread: !stub.fromMe,
  });
  tx.emit('ticket.updated', { ticketId: stub.ticketId });
}

async function insertMessage(
  tx: Scope,
  arrival: ResolvedMessage<OwnContent>,
  ticket: TicketAtHand,
  stored: StoredContent,
): Promise<number> {
  const { connectionId, chat, author, message } = arrival;
  const { preview: _preview, whole: _whole, ...content } = stored;
  const row: NewMessage = {
    isStub: false,
    mediaState: 'none',
    mediaName: null,
    mediaMime: null,
    mediaSize: null,
    mediaSeconds: null,
    mediaWaveform: null,
    mediaThumbnail: null,
    mediaTicket: null,
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
    album: albumOf(message),
    quotedMsgId: await findQuoted(tx, arrival),
    queueId: ticket.queueId,
    remoteJid: message.chat.jid,
    participant: message.chat.isGroup ? (message.author?.pn ?? message.author?.lid ?? null) : null,
    raw: message.raw,
    sentAt: new Date(message.timestamp),
    createdAt: tx.now(),
    updatedAt: tx.now(),
  };
  const added = insertedRow(await addMessage(tx.db, row));
  return added.id;
}

async function findQuoted(
  tx: Scope,
  { connectionId, chat, message }: ResolvedMessage<unknown>,
): Promise<number | null> {
  if (!message.quoted) return null;
  const found = await tx.db.query.messages.findFirst({
    columns: { id: true },
    where: and(
      eq(messages.wid, message.quoted.id),
      eq(messages.chatId, chat.id),
      eq(messages.connectionId, connectionId),
    ),
    orderBy: desc(eq(messages.fromMe, message.quoted.fromMe)),
  });
  return found?.id ?? null;
}

const albumOf = ({ album }: InboundMessage) => album && nameFrom(album);

function sentAt(tx: Scope, { timestamp }: InboundMessage): Date {
  return new Date(Math.min(timestamp, tx.now().getTime()));
}

function clockOf(tx: Scope, message: InboundMessage): string {
  return zonedParts(new Date(message.timestamp), tx.timeZone).time;
}
