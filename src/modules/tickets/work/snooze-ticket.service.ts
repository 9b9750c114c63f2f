import { tickets } from '@db/tenant/schema/index.ts';
import { and, eq, isNotNull, lte, min } from 'drizzle-orm';
import { InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { recordTicketEvent } from '../history/record-ticket-event.service.ts';
import { getTicket, requireTicket } from '../list/tickets.queries.ts';
import { canWorkOnTicket } from '../tickets.policy.ts';
import type { TicketDetail } from '../tickets.views.ts';
import { silenceAnew } from './silence.service.ts';

/** `until` null ends the snooze. Throws InvalidInput on `until` for a past moment. */
export async function snoozeTicket(
  scope: Scope,
  input: { ticketId: number; until: Date | null },
): Promise<TicketDetail> {
  if (input.until && input.until <= scope.now()) throw new InvalidInput({ until: 'tickets:snooze.past' });
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, input.ticketId);
    requireCan(tx, canWorkOnTicket, ticket);
    const anew = input.until ? {} : { answeredAt: silenceAnew(tx.now()) };
    await tx.db
      .update(tickets)
      .set({ snoozedUntil: input.until, ...anew })
      .where(eq(tickets.id, ticket.id));
    if (input.until) {
      await recordTicketEvent(tx, {
        ticketId: ticket.id,
        type: 'snoozed',
        data: { until: input.until.toISOString() },
      });
    }
    tx.emit('ticket.updated', { ticketId: ticket.id });
  });
  return getTicket(scope, input.ticketId);
}

export async function snoozeDueAt(scope: Scope): Promise<Date | null> {
  const [row] = await scope.db
    .select({ at: min(tickets.snoozedUntil) })
    .from(tickets)
    .where(isNotNull(tickets.snoozedUntil));
  return row?.at ?? null;
}

export async function wakeSnoozedTickets(scope: Scope): Promise<void> {
  const isDue = and(isNotNull(tickets.snoozedUntil), lte(tickets.snoozedUntil, scope.now()));
  if (!(await scope.db.query.tickets.findFirst({ columns: { id: true }, where: isDue }))) return;
  await scope.write(async (tx) => {
    const woken = await tx.db
      .update(tickets)
      .set({ snoozedUntil: null, answeredAt: silenceAnew(tx.now()), updatedAt: tx.now() })
      .where(isDue)
      .returning({ id: tickets.id });
    for (const { id } of woken) tx.emit('ticket.updated', { ticketId: id });
  });
}
