import { messages } from '@db/tenant/schema/index.ts';
import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { cutAt } from '@/core/text.ts';
import { getAddress } from '@/modules/contacts/contacts.queries.ts';
import { touchContact } from '@/modules/contacts/touch-contact.service.ts';
import type { TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { recordOwnMessage } from '@/modules/tickets/work/last-message.service.ts';
import { wantPreview } from '../links/link-previews.outbox.ts';
import { MAX_PREVIEW } from '../message-limits.schema.ts';

export type FileToSend = {
  key: string;
  name: string;
  mime: string;
  size: number;
  isVoice: boolean;
  seconds?: number | null;
  waveform?: string | null;
};

export type OwnMessage = {
  body: string;
  mediaType:
    | 'conversation'
    | 'image'
    | 'video'
    | 'audio'
    | 'application'
    | 'locationMessage'
    | 'contactMessage'
    | 'contactsArrayMessage';
  origin: 'agent' | 'system';
  quotedMsg: number | null;
  clientId: string | null;
  media: FileToSend | null;
  isForwarded?: boolean;
  preview?: string;
  /** The ticket keeps its list position and its last message. */
  isQuiet?: boolean;
};

export type Addressed = Pick<TicketRow, 'id' | 'connectionId' | 'contactId' | 'queueId'>;

/** One per chat: messages leave in order, and chats do not wait for each other. */
export const sendQueueKey = (connectionId: number, chatId: number) => `send:${connectionId}:${chatId}`;

/** One transaction with the outbox: a stored message is sent or shown as failed. */
export async function storeOwnMessage(tx: Scope, ticket: Addressed, draft: OwnMessage): Promise<number> {
  if (ticket.connectionId === null) throw new AppError('ERR_NO_WAPP_FOUND');
  if (draft.quotedMsg !== null) await requireQuotable(tx, ticket, draft.quotedMsg);
  const [row] = await addOwnMessage(tx.db, {
    wid: tx.kernel.ids.messageId(),
    ticketId: ticket.id,
    connectionId: ticket.connectionId,
    chatId: ticket.contactId,
    author: 'me',
    fromMe: true,
    read: true,
    userId: tx.actor.kind === 'user' && draft.origin === 'agent' ? tx.actor.id : null,
    origin: draft.origin,
    body: draft.body,
    mediaType: draft.mediaType,
    quotedMsgId: draft.quotedMsg,
    isForwarded: draft.isForwarded ?? false,
    queueId: ticket.queueId,
    remoteJid: await getAddress(tx, ticket.contactId),
    clientId: draft.clientId,
    mediaState: draft.media ? 'ready' : 'none',
    mediaPath: draft.media?.key,
    mediaName: draft.media?.isVoice ? null : draft.media?.name,
    mediaMime: draft.media?.mime,
    mediaSize: draft.media?.size,
    mediaSeconds: draft.media?.seconds,
    mediaWaveform: draft.media?.waveform,
    sentAt: tx.now(),
    createdAt: tx.now(),
    updatedAt: tx.now(),
  });
  if (!row) throw new AppError('ERR_CREATING_MESSAGE');
  if (!draft.isQuiet)
    await recordOwnMessage(tx, {
      ticketId: ticket.id,
      messageId: row.id,
      preview: cutAt(draft.preview ?? draft.body, MAX_PREVIEW),
      isRead: draft.origin === 'agent',
    });
  await touchContact(tx, { contactId: ticket.contactId, at: tx.now().getTime() });
  await tx.kernel.outbox.add(tx, sendQueueKey(ticket.connectionId, ticket.contactId), 'message.send', {
    messageId: row.id,
  });
  await wantPreview(tx, { id: row.id, body: draft.body, mediaType: draft.mediaType });
  tx.emit('message.created', { messageId: row.id, ticketId: ticket.id });
  return row.id;
}

// biome-ignore format: a list of names
const WRITTEN = [
  'wid', 'ticketId', 'connectionId', 'chatId', 'author', 'fromMe', 'read', 'userId', 'origin', 'body', 'mediaType', 'quotedMsgId',
  'isForwarded', 'queueId', 'remoteJid', 'clientId', 'mediaState', 'mediaPath', 'mediaName', 'mediaMime', 'mediaSize', 'mediaSeconds', 'mediaWaveform', 'sentAt',
  'createdAt', 'updatedAt',
] as const;

const addOwnMessage = tenantStatement((db) => {
  const row = Object.fromEntries(WRITTEN.map((name) => [name, sql.placeholder(name)]));
  return db
    .insert(messages)
    .values(row as Record<(typeof WRITTEN)[number], Placeholder>)
    .returning({ id: messages.id });
});

/** A quote must not reveal another conversation. */
async function requireQuotable(tx: Scope, ticket: Addressed, messageId: number): Promise<void> {
  const quoted = await tx.db.query.messages.findFirst({
    where: and(eq(messages.id, messageId), eq(messages.ticketId, ticket.id)),
  });
  if (!quoted) throw new AppError('ERR_NO_MESSAGE_FOUND');
}
