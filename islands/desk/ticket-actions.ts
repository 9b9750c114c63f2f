import type { Translate } from '@views/i18n.tsx';
import type { TicketDetail, TicketPatch } from '@/modules/tickets/tickets.schema.ts';
import { markRead, markUnread, patchTicket, tellError } from './desk-api.ts';
import { focusComposer, leaveTicket, reopenPane, route } from './navigation.ts';

export type TicketAction = 'accept' | 'take' | 'return' | 'resolve' | 'reopen' | 'read' | 'unread';
type Target = { id: number; uuid: string; queueId?: number | null };

function run(action: TicketAction, ticket: Target, meId: number): Promise<TicketDetail | undefined> {
  const patch = (change: Partial<TicketPatch>) => patchTicket(ticket.id, change);
  switch (action) {
    case 'accept':
    case 'reopen':
      return patch({ status: 'open', userId: meId });
    case 'take':
      // Naming the queue makes it a transfer: whoever has it now is not told that he was too late.
      return patch({ status: 'open', userId: meId, queueId: ticket.queueId ?? null });
    case 'return':
      return patch({ status: 'pending', userId: null });
    case 'resolve':
      return patch({ status: 'closed' });
    case 'read':
      return markRead(ticket.id).then(() => undefined);
    case 'unread':
      return markUnread(ticket.id).then(() => undefined);
  }
}

const running = new Set<number>();

/**
 * Changes a ticket's state. Who accepts, takes or reopens goes on into the conversation with the cursor in the composer; who
 * resolves, returns or marks the ticket he is in goes back to the list. Undefined when it was refused (told as a toast),
 * is under way already, or changed nothing but a mark.
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
    // Left first: who still looks at it would read it again.
    if (action === 'unread' && route.get().uuid === ticket.uuid) await leaveTicket();
    const changed = await run(action, ticket, meId);
    if (action === 'accept' || action === 'reopen' || action === 'take') {
      focusComposer(ticket.id);
      await reopenPane(ticket.uuid);
    } else if (action !== 'read' && route.get().uuid === ticket.uuid) await leaveTicket();
    return changed;
  } catch (error) {
    tellError(error, t);
    return undefined;
  } finally {
    running.delete(ticket.id);
  }
}
