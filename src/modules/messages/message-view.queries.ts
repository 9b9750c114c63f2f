import { type contacts, type linkPreviews, messages, type queues } from '@db/tenant/schema/index.ts';
import { getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Scope } from '@/core/scope.ts';
import { mediaUrl } from '@/core/storage/storage.ts';
import { MEDIA_TYPES, type MediaType } from './messages.schema.ts';
import type { LinkPreviewView, MessageView, QuotedView } from './messages.views.ts';
import { cardLines, withPlus } from './write/vcard-text.logic.ts';

/** Without protobuf and media key: both are heavy, and the key is secret. */
const { raw, mediaTicket, wid, chatId, connectionId, author, isStub, ...shown } = getTableColumns(messages);
export const MESSAGE_COLUMNS = shown;

const MAX_QUOTE = 4096;

export const quoted = alias(messages, 'quoted');
export const QUOTED_COLUMNS = {
  id: quoted.id,
  ticketId: quoted.ticketId,
  contactId: quoted.contactId,
  queueId: quoted.queueId,
  fromMe: quoted.fromMe,
  read: quoted.read,
  ack: quoted.ack,
  mediaType: quoted.mediaType,
  mediaPath: quoted.mediaPath,
  isDeleted: quoted.isDeleted,
  isEdited: quoted.isEdited,
  quotedMsgId: quoted.quotedMsgId,
  remoteJid: quoted.remoteJid,
  participant: quoted.participant,
  createdAt: quoted.createdAt,
  updatedAt: quoted.updatedAt,
  body: sql<string>`substr(${quoted.body}, 1, ${sql.raw(String(MAX_QUOTE))})`,
};

type Chosen<Row, Key extends keyof Row> = Pick<Row, Key> | null;
type MessageRow = typeof messages.$inferSelect;
type ContactRow = typeof contacts.$inferSelect;

export type JoinedMessage = {
  message: Pick<MessageRow, keyof typeof MESSAGE_COLUMNS>;
  contact: Chosen<ContactRow, 'id' | 'name' | 'number' | 'picturePath'>;
  queue: Chosen<typeof queues.$inferSelect, 'id' | 'name' | 'color'>;
  user: { id: number; name: string } | null;
  quoted: Chosen<MessageRow, keyof typeof QUOTED_COLUMNS>;
  quotedAuthor: Chosen<ContactRow, 'id' | 'name'>;
  preview: typeof linkPreviews.$inferSelect | null;
};

export type Reaction = { emoji: string; fromMe: boolean };

export function toMessageView(scope: Scope, joined: JoinedMessage, reactions: Reaction[]): MessageView {
  const { message, contact, queue, user } = joined;
  return {
    ...toRowView(scope, message),
    isForwarded: message.isForwarded,
    quotedMsg: toQuotedView(scope, joined),
    contact: contact && {
      id: contact.id,
      name: contact.name,
      number: contact.number,
      profilePicUrl: mediaUrl(scope, contact.picturePath),
    },
    queue: queue && { id: queue.id, name: queue.name, color: queue.color },
    reactions,
    origin: message.origin,
    user,
    error: message.error,
    clientId: message.clientId,
    mediaState: message.mediaState,
    mediaName: message.mediaName,
    mediaMime: message.mediaMime,
    mediaSize: message.mediaSize,
    mediaSeconds: message.mediaSeconds,
    ...(message.mediaWaveform && { mediaWaveform: message.mediaWaveform }),
    ...(message.mediaThumbnail &&
      !message.isDeleted && { mediaThumbnail: `data:image/jpeg;base64,${message.mediaThumbnail}` }),
    ...(message.album && { album: message.album }),
    linkPreview: toPreviewView(scope, joined),
    ...(message.transcript && !message.isDeleted && { transcript: message.transcript }),
    sentAt: message.fromMe && message.ack < 2 ? null : message.sentAt.toISOString(),
    deliveredAt: message.deliveredAt?.toISOString() ?? null,
    readAt: message.readAt?.toISOString() ?? null,
  };
}

function toQuotedView(scope: Scope, { quoted, quotedAuthor }: JoinedMessage): QuotedView | null {
  if (!quoted) return null;
  return {
    ...toRowView(scope, quoted),
    contact: quotedAuthor && { id: quotedAuthor.id, name: quotedAuthor.name },
  };
}

function toRowView(scope: Scope, message: NonNullable<JoinedMessage['quoted']>) {
  return {
    id: String(message.id),
    ticketId: message.ticketId,
    contactId: message.contactId,
    companyId: scope.companyId,
    queueId: message.queueId,
    body: shownText(message.mediaType, message.body),
    fromMe: message.fromMe,
    read: message.read,
    ack: message.ack,
    mediaType: toMediaType(message.mediaType),
    mediaUrl: mediaUrl(scope, message.mediaPath),
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    isSticker: message.mediaType === 'sticker',
    quotedMsgId: message.quotedMsgId === null ? null : String(message.quotedMsgId),
    remoteJid: message.remoteJid,
    participant: message.participant,
    dataJson: null,
    createdAt: message.createdAt.toISOString(),
    updatedAt: message.updatedAt.toISOString(),
  };
}

function toPreviewView(scope: Scope, { message, preview }: JoinedMessage): LinkPreviewView | null {
  if (!preview || preview.isEmpty || message.isDeleted) return null;
  const { url, title, description, siteName, imagePath } = preview;
  return { url, title, description, siteName, imageUrl: mediaUrl(scope, imagePath || null) };
}

export function toMediaType(stored: string): MediaType {
  if (stored === 'sticker') return 'image';
  return MEDIA_TYPES.find((type) => type === stored) ?? 'unknown';
}

/** Existing clients read several cards as lines, and find one card's number by its plus. */
export function shownText(stored: string, body: string): string {
  if (stored === 'contactsArrayMessage') return cardLines(body);
  return stored === 'contactMessage' || stored === 'vcard' ? withPlus(body) : body;
}
