import { messages } from '@db/tenant/schema/index.ts';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { HistoryMessage } from '@/adapters/responders/responder.port.ts';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { splitSignature } from './write/signature.schema.ts';

type Bounds = { messages: number; bytes: number; before?: number };

const MAX_LINE = 2_000;
const TEXTS = ['conversation', 'extendedTextMessage'];
const FILES = { audio: '[áudio]', image: '[imagem]', video: '[vídeo]', application: '[documento]' };

/** Oldest first. Notes, history, other tickets never leave the server. Callers check permission. */
export async function lastLines(scope: Scope, ticketId: number, most: Bounds): Promise<HistoryMessage[]> {
  const { messages: limit, before = Number.MAX_SAFE_INTEGER } = most;
  const rows = await newestFirst(scope.db, { ticketId, before, limit });
  const lines: HistoryMessage[] = [];
  let left = most.bytes;
  for (const row of rows) {
    const text = textOf(row);
    left -= Buffer.byteLength(text);
    if (left < 0) break;
    if (text !== '') lines.unshift({ fromMe: row.fromMe, text });
  }
  return lines;
}

const newestFirst = tenantStatement((db) =>
  db
    .select({
      fromMe: messages.fromMe,
      mediaType: messages.mediaType,
      body: sql<string>`substr(${messages.body}, 1, ${sql.raw(String(MAX_LINE))})`,
      mediaName: messages.mediaName,
      transcript: sql<string | null>`substr(${messages.transcript}, 1, ${sql.raw(String(MAX_LINE))})`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, sql.placeholder('ticketId')),
        lt(messages.id, sql.placeholder('before')),
        eq(messages.isDeleted, false),
        eq(messages.isStub, false),
        inArray(messages.mediaType, [...TEXTS, ...Object.keys(FILES)]),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(sql.placeholder('limit')),
);

type Row = {
  fromMe: boolean;
  mediaType: string;
  body: string;
  mediaName: string | null;
  transcript: string | null;
};

export function textOf({ fromMe, mediaType, body, mediaName, transcript }: Row): string {
  const file = FILES[mediaType as keyof typeof FILES];
  // Agents' names are private, and the model would sign with them.
  if (!file) return (fromMe ? splitSignature(body).text : body).trim();
  const caption = body === mediaName || mediaType === 'audio' ? '' : body.trim();
  return transcript?.trim() || [file, caption].filter(Boolean).join(' ');
}
