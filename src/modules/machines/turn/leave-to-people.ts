import type { Scope } from '@/kernel/scope.ts';
import type { MachineFault } from '@/machines/port.ts';
import { endMachine } from '@/modules/chatbot/chatbot.service.ts';
import { sayAutomatic } from '@/modules/chatbot/say-automatic.ts';
import { findQueue } from '@/modules/queues/queues.queries.ts';
import { recordTicketEvent } from '@/modules/tickets/story/ticket-events.ts';
import { keepMachine } from '@/modules/tickets/work/bot-state.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { findHeld, memoryOf, type TurnWork } from './held.ts';

export type Leaving = {
  /**
   * asked: by the customer. limit: its answers are used up. rests: it has failed too often. gone: it was deleted. silent:
   * it, or the customer, has said nothing for long.
   */
  why: 'asked' | 'limit' | 'failed' | 'rests' | 'gone' | 'silent';
  fault?: MachineFault;
  /** For people; null leaves the ticket where it is. */
  queueId: number | null;
  name?: string;
};

/** The ticket waits for people, its story says why, and the customer is told once; one who is silent is left in peace. */
export async function leaveToPeople(tx: Scope, work: TurnWork, leaving: Leaving): Promise<void> {
  const ticket = await findHeld(tx, work);
  if (!ticket) return;
  const { why, fault, name = '' } = leaving;
  const isQuiet = why === 'silent';
  const memory = memoryOf(ticket, work.machine);
  const isFault = why === 'failed' || why === 'rests' || why === 'gone';
  const cause = why === 'failed' ? `machine.failed.${fault ?? 'broken'}` : `machine.${why}`;
  await recordTicketEvent(tx, { ticketId: ticket.id, type: 'bot', data: { cause, name } });
  if (!isQuiet && (!isFault || !memory.saidSorry)) {
    const words = tx.t(isFault ? 'machines:customer.sorry' : 'machines:customer.people');
    await sayAutomatic(tx, ticket, words, `auto:machine:${ticket.id}:${work.messageId}:people`);
  }
  await keepMachine(tx, ticket.id, { ...memory, saidSorry: memory.saidSorry || isFault });
  await toPeople(tx, work, leaving.queueId, { isQuiet });
}

/** Into a queue that the company has; else what stands behind the machine goes on. */
export async function toPeople(
  tx: Scope,
  { ticketId, machine }: TurnWork,
  queueId: number | null,
  { isQuiet = false } = {},
): Promise<void> {
  const ticket = await findHeld(tx, { ticketId, machine, messageId: 0, at: 0 });
  const queue = queueId === null ? undefined : await findQueue(tx, queueId);
  const isElsewhere = queue !== undefined && queue.id !== ticket?.queueId;
  const isAlone = isQuiet || isElsewhere || ticket?.queueId != null;
  await endMachine(tx, { ticketId, machine, isAlone });
  if (queue && isElsewhere) await patchTicket(tx, { ticketId, queueId: queue.id });
}
