import { contacts, messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc, eq } from 'drizzle-orm';
import type { MessageView } from '../messages.views.ts';

export type Refusal = { error: string; fields?: Record<string, string> };

export type ReplyFixture = Awaited<ReturnType<typeof createReplyFixture>>;

export async function createReplyFixture() {
  const testApp = await createTestApp();
  const system = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  let ticketId = 0;
  let otherTicket = 0;

  const own = () =>
    system.db.select().from(messages).where(eq(messages.fromMe, true)).orderBy(asc(messages.id));

  return {
    testApp,
    system,
    get ticketId() {
      return ticketId;
    },
    get otherTicket() {
      return otherTicket;
    },
    async reset(): Promise<void> {
      await testApp.settle();
      testApp.whatsapp.sent.length = 0;
      await system.write(async (tx) => {
        await tx.db.delete(contacts);
        await tx.db.delete(outbox);
      });
      await testApp.listener.onMessages({ companyId: system.companyId, connectionId }, [
        inbound({ id: 'M', text: 'oi', raw: 'b2k=' }),
        inbound({ id: 'J', from: JOAO }),
      ]);
      await system.write(async (tx) => {
        const { bia } = testApp.people.userId;
        await tx.db
          .update(tickets)
          .set({ status: 'open', userId: bia, queueId: testApp.people.queueId.Vendas });
      });
      const [first, second] = await system.db.select().from(tickets).orderBy(asc(tickets.id));
      ticketId = first?.id ?? 0;
      otherTicket = second?.id ?? 0;
      await testApp.settle();
    },
    post: async (who: PersonName | undefined, body: unknown, id: number | string = ticketId) =>
      (await testApp.as(who)).json<MessageView & Refusal>('POST', `/messages/${id}`, body),
    own,
    bodies: async () => (await own()).map((row) => row.body),
    sent: () => testApp.whatsapp.sent.map((message) => message.content),
  };
}
