import { messages } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { cutAt, storable } from '@/kernel/db/text.ts';
import type { Scope } from '@/kernel/scope.ts';

const LONGEST = 10_000;

/** What a voice note of that ticket says. */
export async function keepTranscript(
  tx: Scope,
  ticketId: number,
  { messageId, text }: { messageId: number; text: string },
): Promise<void> {
  const [row] = await tx.db
    .update(messages)
    .set({ transcript: cutAt(storable(text), LONGEST), updatedAt: tx.now() })
    .where(and(eq(messages.id, messageId), eq(messages.ticketId, ticketId), eq(messages.mediaType, 'audio')))
    .returning({ id: messages.id });
  if (row) tx.emit('message.updated', { messageId, ticketId });
}
