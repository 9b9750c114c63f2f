import type { Translate } from '@views/i18n.tsx';
import type { TicketDetail, TicketPatch } from '@/modules/tickets/tickets.schema.ts';
import { patchTicket, tellError } from './desk-api.ts';
import { focusComposer, leaveTicket, reopenPane, route } from './navigation.ts';

export type TicketAction = 'accept' | 'return' | 'resolve' | 'reopen';
type Target = { id: number; uuid: string };

function patchOf(action: TicketAction, meId: number): Partial<TicketPatch> {
  switch (action) {
    case 'accept':
    case 'reopen':
      return { status: 'open', userId: meId };
    case 'return':
      return { status: 'pending', userId: null };
    case 'resolve':
      return { status: 'closed' };
  }
}

const running = new Set<number>();

/**
 * Changes a ticket's state. Who accepts or reopens goes on into the conversation with the cursor in the composer; who
 * resolves or returns the ticket he is in goes back to the list. Undefined when it was refused (told as a toast) or is
 * under way already.
 */
export async function actOnTicket(
  action: TicketAction,
  ticket: Target,
  meId: number,
  t: Translate,
): Promise<TicketDetail | undefined> {
  if (running.has(ticket.id)) return undefined;
  running.add(ticket.id);
  try {
    const changed = await patchTicket(ticket.id, patchOf(action, meId));
    if (action === 'accept' || action === 'reopen') {
      focusComposer(ticket.id);
      await reopenPane(ticket.uuid);
    } else if (route.get().uuid === ticket.uuid) await leaveTicket();
    return changed;
  } catch (error) {
    tellError(error, t);
    return undefined;
  } finally {
    running.delete(ticket.id);
  }
}
