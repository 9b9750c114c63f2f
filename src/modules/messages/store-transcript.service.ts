import { messages } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { cutAt, storable } from '@/core/text.ts';

const MAX_LENGTH = 10_000;

export async function storeTranscript(
  tx: Scope,
  ticketId: number,
  { messageId, text }: { messageId: number; text: string },
): Promise<void> {
  const transcript = cutAt(storable(text), MAX_LENGTH);
  const stored = await transcribed(tx.db, { messageId, ticketId, transcript, now: tx.now() });
  if (stored.length > 0) tx.emit('message.updated', { messageId, ticketId });
}

const transcribed = tenantStatement((db) =>
  db
    .update(messages)
    .set({ transcript: parameter('transcript'), updatedAt: parameter('now') })
    .where(
      and(
        eq(messages.id, sql.placeholder('messageId')),
        eq(messages.ticketId, sql.placeholder('ticketId')),
        eq(messages.mediaType, sql`'audio'`),
      ),
    )
    .returning({ id: messages.id }),
);
