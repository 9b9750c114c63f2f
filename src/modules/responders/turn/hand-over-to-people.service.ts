import type { ResponderFault } from '@/adapters/responders/responder.port.ts';
import type { Scope } from '@/core/scope.ts';
import { endResponder } from '@/modules/chatbot/chatbot.service.ts';
import { sendAutomated } from '@/modules/chatbot/send-automated.service.ts';
import { findQueue } from '@/modules/queues/queues.queries.ts';
import { recordTicketEvent } from '@/modules/tickets/history/record-ticket-event.service.ts';
import { saveResponder } from '@/modules/tickets/work/bot-state.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { findHeld, memoryOf, type TurnWork } from './held-ticket.queries.ts';

export type Leaving = {
  /** limit: answers used up. rests: paused after failures. gone: deleted. silent: it or the customer. */
  why: 'asked' | 'limit' | 'failed' | 'rests' | 'gone' | 'silent';
  fault?: ResponderFault;
  queueId: number | null;
  name?: string;
};

/** The ticket waits for people, its history says why, and the customer is notified once, unless silent. */
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
    const text = tx.t(isFault ? 'responders:customer.sorry' : 'responders:customer.people');
    await sendAutomated(tx, ticket, text, `auto:machine:${ticket.id}:${work.messageId}:people`);
  }
  await saveResponder(tx, ticket.id, { ...memory, saidSorry: memory.saidSorry || isFault });
  await toPeople(tx, work, leaving.queueId, { isQuiet });
}

/** Into a queue of the company; otherwise the flow continues with what follows the responder. */
export async function toPeople(
  tx: Scope,
  { ticketId, machine: responder }: TurnWork,
  queueId: number | null,
  { isQuiet = false } = {},
): Promise<void> {
  const ticket = await findHeld(tx, { ticketId, machine: responder, messageId: 0, at: 0 });
  const queue = queueId === null ? undefined : await findQueue(tx, queueId);
  const isElsewhere = queue !== undefined && queue.id !== ticket?.queueId;
  const isAlone = isQuiet || isElsewhere || ticket?.queueId != null;
  await endResponder(tx, { ticketId, responder, isAlone });
  if (queue && isElsewhere) await patchTicket(tx, { ticketId, queueId: queue.id });
}
