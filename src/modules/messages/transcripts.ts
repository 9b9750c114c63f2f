import { messages } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { given, tenantStatement } from '@/kernel/db/statement.ts';
import { cutAt, storable } from '@/kernel/db/text.ts';
import type { Scope } from '@/kernel/scope.ts';

const LONGEST = 10_000;

/** What a voice note of that ticket says. */
export async function keepTranscript(
  tx: Scope,
  ticketId: number,
  { messageId, text }: { messageId: number; text: string },
): Promise<void> {
  const transcript = cutAt(storable(text), LONGEST);
  const kept = await transcribed(tx.db, { messageId, ticketId, transcript, now: tx.now() });
  if (kept.length > 0) tx.emit('message.updated', { messageId, ticketId });
}

const transcribed = tenantStatement((db) =>
  db
    .update(messages)
    .set({ transcript: given('transcript'), updatedAt: given('now') })
    .where(
      and(
        eq(messages.id, sql.placeholder('messageId')),
        eq(messages.ticketId, sql.placeholder('ticketId')),
        eq(messages.mediaType, sql`'audio'`),
      ),
    )
    .returning({ id: messages.id }),
);
