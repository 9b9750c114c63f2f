import { messages } from '@db/tenant/schema/index.ts';
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import type { MachineFile, Said } from '@/machines/port.ts';
import type { MessageRow } from '@/modules/messages/messages.queries.ts';

/** Of one turn: whoever pastes a book line by line is answered for its beginning. */
const MOST_SAID = 30;

const byCustomer = (ticketId: number) =>
  and(eq(messages.ticketId, ticketId), eq(messages.fromMe, false), eq(messages.isDeleted, false));

/** Oldest first. */
export async function listSaid(scope: Scope, ticketId: number, afterId: number): Promise<MessageRow[]> {
  const rows = await scope.db
    .select()
    .from(messages)
    .where(and(byCustomer(ticketId), gt(messages.id, afterId)))
    .orderBy(asc(messages.id))
    .limit(MOST_SAID);
  return rows.filter(isWord);
}

/** For a machine that takes over from another. */
export async function lastSaid(scope: Scope, ticketId: number): Promise<MessageRow[]> {
  const rows = await scope.db
    .select()
    .from(messages)
    .where(byCustomer(ticketId))
    .orderBy(desc(messages.id))
    .limit(5);
  return rows.filter(isWord).slice(0, 1);
}

const NO_WORDS = ['reactionMessage', 'call_log'];
const isWord = ({ mediaType, isStub }: MessageRow) => !isStub && !NO_WORDS.includes(mediaType);

const TEXTS = ['conversation', 'extendedTextMessage'];

export function toSaid(row: MessageRow): Said {
  const file = fileOf(row);
  return {
    messageId: row.id,
    kind: kindOf(row.mediaType),
    text:
      row.transcript ?? (file && (row.body === row.mediaName || row.mediaType === 'audio') ? '' : row.body),
    file,
  };
}

function fileOf({ mediaState, mediaPath, mediaMime, mediaName }: MessageRow): MachineFile | null {
  if (mediaState !== 'ready' || mediaPath === null) return null;
  return { path: mediaPath, mime: mediaMime ?? 'application/octet-stream', name: mediaName ?? 'arquivo' };
}

function kindOf(mediaType: string): Said['kind'] {
  if (TEXTS.includes(mediaType)) return 'text';
  if (mediaType === 'audio' || mediaType === 'image' || mediaType === 'video') return mediaType;
  return mediaType === 'application' ? 'document' : 'other';
}
