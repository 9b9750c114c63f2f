import { contacts, outbox, settings, tickets } from '@db/tenant/schema/index.ts';
import { createTestDesk } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc } from 'drizzle-orm';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';
import type { TicketDetail } from './tickets.views.ts';

export type TicketDesk = Awaited<ReturnType<typeof createTicketDesk>>;

export async function createTicketDesk() {
  const desk = await createTestDesk();
  const system = await desk.systemScope();
  const connectionId = await addConnection(desk);
  let ticketId = 0;

  const receive = (...batch: InboundMessage[]) =>
    desk.listener.onMessages({ companyId: system.companyId, connectionId }, batch);
  const row = async () => {
    const [first] = await system.db.select().from(tickets).orderBy(asc(tickets.id));
    if (!first) throw new Error('there is no ticket');
    return first;
  };

  return {
    desk,
    system,
    connectionId,
    get ticketId() {
      return ticketId;
    },
    receive,
    row,
    async reset(): Promise<void> {
      await desk.settle();
      desk.whatsapp.sent.length = 0;
      desk.whatsapp.read.length = 0;
      await system.write(async (tx) => {
        await tx.db.delete(contacts);
        await tx.db.delete(settings);
        await tx.db.delete(outbox);
      });
      await receive(inbound({ pushName: 'Maria' }));
      ticketId = (await row()).id;
      await system.write(async (tx) => {
        await tx.db.update(tickets).set({ queueId: desk.cast.queueId.Vendas });
      });
      await desk.settle();
    },
    put: async (who: PersonName, patch: unknown, id = ticketId) =>
      (await desk.as(who)).json<TicketDetail & { error: string; name: string }>(
        'PUT',
        `/tickets/${id}`,
        patch,
      ),
    enable: (key: string) =>
      system.write(async (tx) => {
        await tx.db.insert(settings).values({ key, value: 'enabled' });
      }),
  };
}

export function heardOf(heard: LiveMessage[]): string[] {
  return heard
    .filter((message) => message.channel === 'ticket' && !message.contractOnly)
    .map((message) => (message.data as { action: string }).action);
}
