import { type contacts, type linkPreviews, messages, type queues } from '@db/tenant/schema/index.ts';
import { getTableColumns } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import { mediaUrl } from '@/kernel/storage.ts';
import { MEDIA_TYPES, type MediaType } from './messages.schema.ts';
import type { LinkPreviewView, MessageView, QuotedView } from './messages.views.ts';
import { cardLines, withPlus } from './write/vcard-text.ts';

/** Without protobuf and media key: both are heavy, and the key is secret. */
const { raw, mediaTicket, wid, chatId, connectionId, author, isStub, ...shown } = getTableColumns(messages);
export const MESSAGE_COLUMNS = shown;

type Chosen<Row, Key extends keyof Row> = Pick<Row, Key> | null;
type MessageRow = typeof messages.$inferSelect;
type ContactRow = typeof contacts.$inferSelect;

export type JoinedMessage = {
  message: Pick<MessageRow, keyof typeof MESSAGE_COLUMNS>;
  contact: Chosen<ContactRow, 'id' | 'name' | 'number' | 'picturePath'>;
  queue: Chosen<typeof queues.$inferSelect, 'id' | 'name' | 'color'>;
  user: { id: number; name: string } | null;
  quoted: Chosen<MessageRow, 'id' | 'fromMe' | 'body' | 'mediaType' | 'mediaPath' | 'isDeleted'>;
  quotedAuthor: Chosen<ContactRow, 'id' | 'name'>;
  preview: typeof linkPreviews.$inferSelect | null;
};

export type Reaction = { emoji: string; fromMe: boolean };

export function toMessageView(scope: Scope, joined: JoinedMessage, reactions: Reaction[]): MessageView {
  const { message, contact, queue, user } = joined;
  return {
    id: String(message.id),
    ticketId: message.ticketId,
    contactId: message.contactId,
    companyId: scope.companyId,
    queueId: message.queueId,
    body: bodyOf(message.mediaType, message.body),
    fromMe: message.fromMe,
    read: message.read,
    ack: message.ack,
    mediaType: toMediaType(message.mediaType),
    mediaUrl: mediaUrl(scope, message.mediaPath),
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    isForwarded: message.isForwarded,
    isSticker: message.mediaType === 'sticker',
    quotedMsgId: message.quotedMsgId === null ? null : String(message.quotedMsgId),
    quotedMsg: toQuotedView(scope, joined),
    contact: contact && {
      id: contact.id,
      name: contact.name,
      number: contact.number,
      profilePicUrl: mediaUrl(scope, contact.picturePath),
    },
    queue: queue && { id: queue.id, name: queue.name, color: queue.color },
    remoteJid: message.remoteJid,
    participant: message.participant,
    dataJson: null,
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
    linkPreview: toPreviewView(scope, joined),
    sentAt: message.fromMe && message.ack < 2 ? null : message.sentAt.toISOString(),
    deliveredAt: message.deliveredAt?.toISOString() ?? null,
    readAt: message.readAt?.toISOString() ?? null,
    createdAt: message.createdAt.toISOString(),
    updatedAt: message.updatedAt.toISOString(),
  };
}

function toQuotedView(scope: Scope, { quoted, quotedAuthor }: JoinedMessage): QuotedView | null {
  if (!quoted) return null;
  return {
    id: String(quoted.id),
    fromMe: quoted.fromMe,
    body: bodyOf(quoted.mediaType, quoted.body),
    mediaType: toMediaType(quoted.mediaType),
    isSticker: quoted.mediaType === 'sticker',
    mediaUrl: mediaUrl(scope, quoted.mediaPath),
    isDeleted: quoted.isDeleted,
    contact: quotedAuthor && { id: quotedAuthor.id, name: quotedAuthor.name },
  };
}

function toPreviewView(scope: Scope, { message, preview }: JoinedMessage): LinkPreviewView | null {
  if (!preview || preview.isEmpty || message.isDeleted) return null;
  const { url, title, description, siteName, imagePath } = preview;
  return { url, title, description, siteName, imageUrl: mediaUrl(scope, imagePath || null) };
}

/** Contract, message-flow §3. */
function toMediaType(stored: string): MediaType {
  if (stored === 'sticker') return 'image';
  return MEDIA_TYPES.find((type) => type === stored) ?? 'unknown';
}

/** Existing clients read several cards as lines, and find one card's number by its plus. */
function bodyOf(stored: string, body: string): string {
  if (stored === 'contactsArrayMessage') return cardLines(body);
  return stored === 'contactMessage' || stored === 'vcard' ? withPlus(body) : body;
}
