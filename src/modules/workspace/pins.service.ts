import { AppError } from '@/core/errors.ts';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { findIds, storeIds } from '@/modules/notifications/preferences.service.ts';
import { loadTicketViews, requireTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { canSeeTicket } from '@/modules/tickets/tickets.policy.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';

export const MAX_PINS = 20;

/** Pins for this user only, latest first. Throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TOO_MANY_PINS. */
export function pinTicket(scope: Scope, { ticketId }: { ticketId: number }): Promise<{ pinned: number[] }> {
  return changePins(scope, ticketId, async (tx, others) => {
    const known = await loadTicketViews(tx, others);
    const saved = others.filter((id) => known.has(id));
    if (saved.length >= MAX_PINS) throw new AppError('ERR_TOO_MANY_PINS', { most: MAX_PINS });
    return [ticketId, ...saved];
  });
}

export function unpinTicket(scope: Scope, { ticketId }: { ticketId: number }): Promise<{ pinned: number[] }> {
  return changePins(scope, ticketId, async (_tx, others) => others);
}

async function changePins(
  scope: Scope,
  ticketId: number,
  change: (tx: Scope, others: number[]) => Promise<number[]>,
): Promise<{ pinned: number[] }> {
  const { id: userId } = requireUser(scope);
  await requireTicket(scope, ticketId);
  return scope.write(async (tx) => {
    const others = (await findIds(tx, userId, 'pins')).filter((id) => id !== ticketId);
    const pinned = await change(tx, others);
    await storeIds(tx, userId, 'pins', pinned);
    return { pinned };
  });
}

export async function listPinned(scope: Scope): Promise<{ tickets: TicketView[] }> {
  const { id: userId } = requireUser(scope);
  const ids = await findIds(scope, userId, 'pins');
  const views = await loadTicketViews(scope, ids);
  const shown = ids.flatMap((id) => views.get(id) ?? []);
  return { tickets: shown.filter((ticket) => canSeeTicket(scope.actor, ticket)) };
}
