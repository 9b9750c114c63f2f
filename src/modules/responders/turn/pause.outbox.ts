import { type OutboxHandler, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { getAddress } from '@/modules/contacts/contacts.queries.ts';
import { findTicketRow } from '@/modules/tickets/list/tickets.queries.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    'machine.pause': { ticketId: number; ms: number };
  }
}

export const waitAWhile: OutboxHandler<'machine.pause'> = {
  async run(scope, { id, payload: { ticketId, ms } }) {
    const { ticks, services } = scope.kernel;
    const key = `${scope.companyId}/${id}`;
    const until = services.responderPauses.get(key) ?? ticks() + ms;
    services.responderPauses.set(key, until);
    const left = until - ticks();
    if (left <= 0) {
      services.responderPauses.delete(key);
      return undefined;
    }
    await showWriting(scope, ticketId).catch((error) =>
      scope.log.debug({ err: error }, 'typing was not shown'),
    );
    throw new TryLater('NOT_YET', { uncounted: true, inMs: left });
  },
  async park() {},
};

async function showWriting(scope: Scope, ticketId: number): Promise<void> {
  const ticket = await findTicketRow(scope, ticketId);
  if (!ticket || ticket.connectionId === null || ticket.userId !== null) return;
  const { companyId, kernel } = scope;
  const session = kernel.services.whatsapp.find({ companyId, connectionId: ticket.connectionId });
  if (session?.state.status !== 'CONNECTED') return;
  await session.sendPresence(await getAddress(scope, ticket.contactId), 'composing');
}
