import type { Scope } from '@/core/scope.ts';
import type { BotResponder } from './decide/bot.logic.ts';
import { responderKey } from './decide/responder.logic.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    /** Messages that arrive while it waits are answered together. `at` in ms since 1970. */
    'machine.turn': { ticketId: number; messageId: number; at: number; machine: BotResponder };
  }
}

/** One per ticket and responder: the first two parts limit concurrent calls to one responder. */
const responderQueueKey = (responder: BotResponder, ticketId: number) =>
  `machine:${responderKey(responder).replace(':', '-')}:${ticketId}`;

export async function askResponder(
  tx: Scope,
  { id: ticketId, messageId }: { id: number; messageId: number },
  responder: BotResponder,
): Promise<void> {
  const turn = { ticketId, messageId, at: tx.now().getTime(), machine: responder };
  await tx.kernel.outbox.add(tx, responderQueueKey(responder, ticketId), 'machine.turn', turn);
}
