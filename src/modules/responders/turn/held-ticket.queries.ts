import type { ResponderMemory } from '@db/tenant/schema/tickets.ts';
import type { OutboxKinds } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import type { BotResponder } from '@/modules/chatbot/decide/bot.logic.ts';
import { responderKey } from '@/modules/chatbot/decide/responder.logic.ts';
import { findTicketRow, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { ALL_RESPONDERS } from '@/modules/tickets/work/bot-memory.schema.ts';

export type TurnWork = OutboxKinds['machine.turn'];

/** Undefined once the ticket has a person, another responder, or none. */
export async function findHeld(
  scope: Scope,
  { ticketId, machine: responder }: TurnWork,
): Promise<TicketRow | undefined> {
  const ticket = await findTicketRow(scope, ticketId);
  if (!ticket || ticket.isGroup || ticket.connectionId === null) return undefined;
  if (ticket.status !== 'pending' || ticket.userId !== null || !ticket.useIntegration) return undefined;
  const over = ticket.bot?.over ?? [];
  if (over.includes(ALL_RESPONDERS) || over.includes(responderKey(responder))) return undefined;
  return isHeldBy(ticket, responder) ? ticket : undefined;
}

function isHeldBy({ promptId, integrationId }: TicketRow, { kind, id }: BotResponder): boolean {
  if (kind === 'prompt') return promptId === id;
  if (kind === 'integration') return integrationId === id;
  return promptId === null && integrationId === null;
}

/** Memory of this responder only; another's is not passed on. */
export function memoryOf({ machine: responder }: TicketRow, asked: BotResponder): ResponderMemory {
  return responder?.by === responderKey(asked)
    ? responder
    : { by: responderKey(asked), saidSorry: responder?.saidSorry };
}
