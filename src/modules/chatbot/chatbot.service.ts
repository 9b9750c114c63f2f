import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { recordTicketEvent } from '@/modules/tickets/history/record-ticket-event.service.ts';
import { findTicketRow, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { ALL_RESPONDERS } from '@/modules/tickets/work/bot-memory.schema.ts';
import { endResponders, forgetLeftQueue, forgetMenu } from '@/modules/tickets/work/bot-state.service.ts';
import { carryOut, stateOf } from './apply-decision.service.ts';
import { getBotSetup, momentOf } from './bot-config.queries.ts';
import type { BotResponder } from './decide/bot.logic.ts';
import { queueOf } from './decide/bot.logic.ts';
import { decide, giveUp, handOver, leaveAlone, startInQueue } from './decide/decide.logic.ts';
import { planFarewell } from './rating/farewell.outbox.ts';
import { afterClosing } from './rating/rating.steps.ts';

/** In the transaction that stores the message. A ticket that a rule has moved begins anew. */
export async function answerArrival(tx: Scope, arrived: StepMap['message.arrived']): Promise<void> {
  const { ticket, messageId, isMoved, ...incoming } = arrived;
  const { connectionId, status, userId } = ticket;
  if (status === 'closed' && !incoming.fromMe) return afterClosing(tx, arrived);
  if (connectionId === null || status !== 'pending' || userId !== null) return;
  const { config, holidays } = await getBotSetup(tx, connectionId);
  const [state, moment] = [stateOf(ticket), momentOf(tx, holidays)];
  const decision = isMoved ? startInQueue(config, state, moment) : decide(config, state, incoming, moment);
  await carryOut(tx, ticket, config, decision, String(messageId), messageId);
}

export async function startBot(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  await scope.write(async (tx) => {
    const ticket = await findTicketRow(tx, ticketId);
    if (!ticket || ticket.connectionId === null || ticket.status !== 'pending') return;
    const { config, holidays } = await getBotSetup(tx, ticket.connectionId);
    const moment = momentOf(tx, holidays);
    const decision = startInQueue(config, stateOf(ticket), moment);
    await carryOut(tx, ticket, config, decision, `start:${ticketId}:${tx.kernel.ids.uuid()}`);
  });
}

export async function leaveToPeople(tx: Scope, ticket: TicketRow): Promise<void> {
  if (ticket.connectionId === null || ticket.status !== 'pending') return;
  const { config } = await getBotSetup(tx, ticket.connectionId);
  await carryOut(tx, ticket, config, giveUp(stateOf(ticket)), '');
  const queue = queueOf(config, ticket.queueId)?.name ?? null;
  await recordTicketEvent(tx, {
    ticketId: ticket.id,
    type: 'bot',
    data: { cause: queue ? 'menuLeft' : 'menuIgnored', queue },
  });
}

/** `isAlone`: it waits for people where it is. Otherwise the next step: menu, queue, options. */
export async function endResponder(
  tx: Scope,
  { ticketId, responder, isAlone }: { ticketId: number; responder: BotResponder; isAlone: boolean },
): Promise<void> {
  const ticket = await findTicketRow(tx, ticketId);
  if (!ticket || ticket.connectionId === null || ticket.status !== 'pending') return;
  const { config, holidays } = await getBotSetup(tx, ticket.connectionId);
  const [state, moment] = [stateOf(ticket), momentOf(tx, holidays)];
  const decision = isAlone ? leaveAlone(state, responder) : handOver(config, state, responder, moment);
  await carryOut(tx, ticket, config, decision, `over:${ticketId}:${moment.now}`);
}

export async function afterMove(tx: Scope, moved: StepMap['ticket.moved']): Promise<void> {
  await askAnew(tx, moved);
  if (moved.before.bot?.leftQueue !== undefined) await forgetLeftQueue(tx, moved.before.id);
  if (tx.actor.kind === 'user' && moved.after.status === 'pending')
    await endResponders(tx, moved.before.id, ALL_RESPONDERS);
  await planFarewell(tx, moved);
}

async function askAnew(tx: Scope, { before, after }: StepMap['ticket.moved']): Promise<void> {
  if (after.status === 'pending' && after.queueId === null && before.bot) await forgetMenu(tx, before.id);
}
