import { expect } from 'bun:test';
import { contacts, messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { MessageView } from './messages.views.ts';

export type ConversationFixture = Awaited<ReturnType<typeof createConversationFixture>>;
export type Talk = { ticketId: number; received: number; own: number };

type Answer = MessageView & { error: string; message: MessageView; reactions: MessageView['reactions'] };

export async function createConversationFixture() {
  const testApp = await createTestApp();
  const system = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  const call = async (who: PersonName | undefined, method: string, path: string, body?: unknown) =>
    (await testApp.as(who)).json<Answer>(method, path, body);

  return {
    testApp,
    system,
    connectionId,
    call,
    row: async (id: number) =>
      (await system.db.query.messages.findFirst({ where: eq(messages.id, id) })) ?? expect.unreachable(),
    sent: () => testApp.whatsapp.sent.map(({ content }) => content),
    async begin(): Promise<Talk> {
      await testApp.settle();
      await system.write(async (tx) => {
        await tx.db.delete(contacts);
        await tx.db.delete(outbox);
      });
      const target = { companyId: system.companyId, connectionId };
      await testApp.listener.onMessages(target, [inbound({ id: 'C', text: 'oi' })]);
      await system.write(async (tx) => {
        const { bia } = testApp.people.userId;
        await tx.db
          .update(tickets)
          .set({ status: 'open', userId: bia, queueId: testApp.people.queueId.Vendas });
      });
      const question = await system.db.query.messages.findFirst();
      const [received, ticketId] = [question?.id ?? 0, question?.ticketId ?? 0];
      const answer = await call('bia', 'POST', `/messages/${ticketId}`, { body: 'bom dia' });
      await testApp.settle();
      testApp.whatsapp.sent.length = 0;
      return { ticketId, received, own: Number(answer.body.id) };
    },
  };
}
