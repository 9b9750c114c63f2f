import { messages } from '@db/tenant/schema/index.ts';
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { CustomerMessage, ResponderFile } from '@/adapters/responders/responder.port.ts';
import type { Scope } from '@/core/scope.ts';
import type { MessageRow } from '@/modules/messages/messages.queries.ts';

/** Per turn: of a text pasted line by line only the beginning is answered. */
const MAX_MESSAGES = 30;

const byCustomer = (ticketId: number) =>
  and(eq(messages.ticketId, ticketId), eq(messages.fromMe, false), eq(messages.isDeleted, false));

export async function listMessages(scope: Scope, ticketId: number, afterId: number): Promise<MessageRow[]> {
  const rows = await scope.db
    .select()
    .from(messages)
    .where(and(byCustomer(ticketId), gt(messages.id, afterId)))
    .orderBy(asc(messages.id))
    .limit(MAX_MESSAGES);
  return rows.filter(isKeyword);
}

export async function lastMessages(scope: Scope, ticketId: number): Promise<MessageRow[]> {
  const rows = await scope.db
    .select()
    .from(messages)
    .where(byCustomer(ticketId))
    .orderBy(desc(messages.id))
    .limit(5);
  return rows.filter(isKeyword).slice(0, 1);
}

const NO_TEXT = ['reactionMessage', 'call_log'];
const isKeyword = ({ mediaType, isStub }: MessageRow) => !isStub && !NO_TEXT.includes(mediaType);

const TEXTS = ['conversation', 'extendedTextMessage'];

export function toCustomerMessage(row: MessageRow): CustomerMessage {
  const file = fileOf(row);
  return {
    messageId: row.id,
    kind: kindOf(row.mediaType),
    text:
      row.transcript ?? (file && (row.body === row.mediaName || row.mediaType === 'audio') ? '' : row.body),
    file,
  };
}

function fileOf({ mediaState, mediaPath, mediaMime, mediaName }: MessageRow): ResponderFile | null {
  if (mediaState !== 'ready' || mediaPath === null) return null;
  return { path: mediaPath, mime: mediaMime ?? 'application/octet-stream', name: mediaName ?? 'arquivo' };
}

function kindOf(mediaType: string): CustomerMessage['kind'] {
  if (TEXTS.includes(mediaType)) return 'text';
  if (mediaType === 'audio' || mediaType === 'image' || mediaType === 'video') return mediaType;
  return mediaType === 'application' ? 'document' : 'other';
}
