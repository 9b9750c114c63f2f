import { messages, tickets } from '@db/tenant/schema/index.ts';
import { and, eq, isNotNull } from 'drizzle-orm';
import { requireCan } from '@/kernel/policy.ts';
import { removeMediaAfter } from '@/kernel/remove-media.ts';
import type { Scope } from '@/kernel/scope.ts';
import { canDeleteTicket } from './tickets.policy.ts';
import { requireTicket } from './tickets.queries.ts';
import { placeOf } from './tickets.service.ts';

/** Everything said in it goes too. Throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION. */
export async function deleteTicket(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  requireCan(scope, canDeleteTicket);
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, ticketId);
    const media = await listMediaOf(tx, ticketId);
    await tx.db.delete(tickets).where(eq(tickets.id, ticketId));
    removeMediaAfter(tx, media);
    tx.emit('ticket.deleted', { ticketId, ...placeOf(ticket) });
  });
}

async function listMediaOf(tx: Scope, ticketId: number): Promise<string[]> {
  const rows = await tx.db
    .select({ path: messages.mediaPath })
    .from(messages)
    .where(and(eq(messages.ticketId, ticketId), isNotNull(messages.mediaPath)));
  return rows.flatMap((row) => row.path ?? []);
}
