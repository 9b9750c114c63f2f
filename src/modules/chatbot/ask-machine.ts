import type { Scope } from '@/kernel/scope.ts';
import type { BotMachine } from './decide/bot.ts';
import { machineKey } from './decide/machine.ts';

declare module '@/kernel/outbox.ts' {
  interface OutboxKinds {
    /** A word of the customer for the machine; those that come while it waits are one turn. `at` in ms since 1970. */
    'machine.turn': { ticketId: number; messageId: number; at: number; machine: BotMachine };
  }
}

/** One for each ticket and machine: the first two parts bound how many of one machine are asked at once. */
export const machineLane = (machine: BotMachine, ticketId: number) =>
  `machine:${machineKey(machine).replace(':', '-')}:${ticketId}`;

export async function askMachine(
  tx: Scope,
  { id: ticketId, messageId }: { id: number; messageId: number },
  machine: BotMachine,
): Promise<void> {
  const turn = { ticketId, messageId, at: tx.now().getTime(), machine };
  await tx.kernel.outbox.add(tx, machineLane(machine, ticketId), 'machine.turn', turn);
}
