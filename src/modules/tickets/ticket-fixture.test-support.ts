import { contacts, outbox, settings, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc } from 'drizzle-orm';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';
import type { TicketDetail } from './tickets.views.ts';

export type TicketFixture = Awaited<ReturnType<typeof createTicketFixture>>;

export async function createTicketFixture() {
  const testApp = await createTestApp();
  const system = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  let ticketId = 0;

  const receive = (...batch: InboundMessage[]) =>
    testApp.listener.onMessages({ companyId: system.companyId, connectionId }, batch);
  const row = async () => {
    const [first] = await system.db.select().from(tickets).orderBy(asc(tickets.id));
    if (!first) throw new Error('there is no ticket');
    return first;
  };

  return {
    testApp,
    system,
    connectionId,
    get ticketId() {
      return ticketId;
    },
    receive,
    row,
    async reset(): Promise<void> {
      await testApp.settle();
      testApp.whatsapp.sent.length = 0;
      testApp.whatsapp.read.length = 0;
      await system.write(async (tx) => {
        await tx.db.delete(contacts);
        await tx.db.delete(settings);
        await tx.db.delete(outbox);
      });
      await receive(inbound({ pushName: 'Maria' }));
      ticketId = (await row()).id;
      await system.write(async (tx) => {
        await tx.db.update(tickets).set({ queueId: testApp.people.queueId.Vendas });
      });
      await testApp.settle();
    },
    put: async (who: PersonName, patch: unknown, id = ticketId) =>
      (await testApp.as(who)).json<TicketDetail & { error: string; name: string }>(
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

export function eventsOf(events: LiveMessage[]): string[] {
  return events
    .filter((message) => message.channel === 'ticket' && !message.contractOnly)
    .map((message) => (message.data as { action: string }).action);
}
