import type { MachineMemory } from '@db/tenant/schema/tickets.ts';
import type { OutboxKinds } from '@/kernel/outbox.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { BotMachine } from '@/modules/chatbot/decide/bot.ts';
import { ALL_MACHINES, machineKey } from '@/modules/chatbot/decide/machine.ts';
import { findTicketRow, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';

export type TurnWork = OutboxKinds['machine.turn'];

/** Undefined once a person has the ticket, or another machine, or none. */
export async function findHeld(
  scope: Scope,
  { ticketId, machine }: TurnWork,
): Promise<TicketRow | undefined> {
  const ticket = await findTicketRow(scope, ticketId);
  if (!ticket || ticket.isGroup || ticket.connectionId === null) return undefined;
  if (ticket.status !== 'pending' || ticket.userId !== null || !ticket.useIntegration) return undefined;
  const over = ticket.bot?.over ?? [];
  if (over.includes(ALL_MACHINES) || over.includes(machineKey(machine))) return undefined;
  return isHeldBy(ticket, machine) ? ticket : undefined;
}

function isHeldBy({ promptId, integrationId }: TicketRow, { kind, id }: BotMachine): boolean {
  if (kind === 'prompt') return promptId === id;
  if (kind === 'integration') return integrationId === id;
  return promptId === null && integrationId === null;
}

/** Of this machine; another's is not its to know. */
export function memoryOf({ machine }: TicketRow, asked: BotMachine): MachineMemory {
  return machine?.by === machineKey(asked)
    ? machine
    : { by: machineKey(asked), saidSorry: machine?.saidSorry };
}
