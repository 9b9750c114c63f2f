import type { Translate } from '@views/i18n.tsx';
import type { TicketPatch } from '@/modules/tickets/tickets.schema.ts';
import type { NextTicket, TicketDetail } from '@/modules/tickets/tickets.views.ts';
import { api } from '../http/api.ts';
import { awaitOffer, showToast } from '../page/toast.ts';
import { focusComposer, leaveTicket, openTicket, reopenPane, route } from './navigation.ts';
import { beginAccepting, cancelOpening } from './opening.ts';
import type { ClickedAction } from './shown-ticket.ts';
import { markTicket, patchTicket, showError } from './workspace-api.ts';

export const TICKET_ACTIONS = [
  'accept',
  'take',
  'return',
  'resolve',
  /** Then opens the ticket that has waited longest. */
  'resolveNext',
  'reopen',
  'read',
  'unread',
] as const;
export type TicketAction = (typeof TICKET_ACTIONS)[number];
type Target = {
  id: number;
  uuid: string;
  queueId?: number | null;
  meantFor?: string | undefined;
  /** True for an opening that began with the click, before this script was loaded. */
  isWanted?: () => boolean;
};

type Changed = { ticket: TicketDetail | undefined; undo: string | null };

async function run(action: TicketAction, ticket: Target, meId: number): Promise<Changed> {
  const patch = async (change: Partial<TicketPatch>): Promise<Changed> => {
    let undo: string | null = null;
    const { meantFor } = ticket;
    const onUndo = (token: string) => {
      undo = token;
    };
    const changed = await patchTicket(ticket.id, change, { onUndo, meantFor });
    return { ticket: changed, undo };
  };
  switch (action) {
    case 'accept':
    case 'reopen':
      return patch({ status: 'open', userId: meId });
    case 'take':
      // With a queue this is a transfer, which is allowed while somebody else has the ticket.
      return patch({ status: 'open', userId: meId, queueId: ticket.queueId ?? null });
    case 'return':
      return patch({ status: 'pending', userId: null });
    case 'resolve':
    case 'resolveNext':
      return patch({ status: 'closed' });
    case 'read':
    case 'unread':
      return { ticket: undefined, undo: await markTicket(ticket.id, action) };
  }
}

const running = new Set<number>();

/** Undefined when refused (shown as a toast), already under way, or only a mark was set. */
export async function actOnTicket(
  action: TicketAction,
  ticket: Target,
  meId: number,
  t: Translate,
): Promise<TicketDetail | undefined> {
  if (running.has(ticket.id)) {
    if (ticket.isWanted?.()) cancelOpening();
    return undefined;
  }
  running.add(ticket.id);
  const settled = awaitOffer();
  const isWanted = ticket.isWanted ?? beginAccepting(action, ticket);
  try {
    const wasOpen = route.get().uuid === ticket.uuid;
    const following = action === 'resolveNext' ? findNext(ticket.id) : undefined;
    // The ticket is left first: an open conversation would mark it as read again.
    if (action === 'unread' && route.get().uuid === ticket.uuid) await leaveTicket();
    const { ticket: changed, undo } = await run(action, ticket, meId);
    const next = await following;
    const onUndone = wasOpen && !isWanted ? () => openAgain(ticket.uuid, next) : undefined;
    const text = t(`tickets:did.${didOf(action, next)}`);
    const offer = undo ? showToast({ level: 'success', text, undo, onUndone }) : undefined;
    if (settled(offer) && offer) {
      if (isWanted?.()) cancelOpening();
    } else if (isWanted) {
      if (isWanted()) {
        focusComposer(ticket.id);
        await reopenPane(ticket.uuid);
      }
    } else if (next && route.get().uuid === ticket.uuid) await openTicket(next);
    else if (action !== 'read' && route.get().uuid === ticket.uuid) await leaveTicket();
    return changed;
  } catch (error) {
    if (isWanted?.()) cancelOpening();
    showError(error, t);
    return undefined;
  } finally {
    running.delete(ticket.id);
    settled();
  }
}

function didOf(action: TicketAction, next: string | null | undefined) {
  if (action !== 'resolveNext') return action;
  return next === null ? 'resolveLast' : 'resolve';
}

/** Null when nobody waits, undefined when the server did not say. */
function findNext(except: number): Promise<string | null | undefined> {
  return api.get<NextTicket>('/tickets/next', { query: { except } }).then(
    ({ ticket }) => ticket?.uuid ?? null,
    () => undefined,
  );
}

/** Unless another ticket has been opened since. */
function openAgain(uuid: string, next?: string | null): void {
  const shown = route.get().uuid;
  if (shown === null || shown === next) void openTicket(uuid);
}

export async function actByButton(
  { button, ticketAction, ticketId, uuid, queueId, meantFor }: ClickedAction,
  meId: number,
  t: Translate,
): Promise<void> {
  const action = TICKET_ACTIONS.find((known) => known === ticketAction);
  if (!action || !ticketId || !uuid) return;
  button.disabled = true;
  button.ariaBusy = 'true';
  await actOnTicket(
    action,
    { id: Number(ticketId), uuid, queueId: Number(queueId) || null, meantFor },
    meId,
    t,
  );
  button.ariaBusy = null;
  button.disabled = false;
}
