import { expect } from 'bun:test';
import { contacts, messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { createTestDesk } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { MessageView } from './messages.views.ts';

export type TalkDesk = Awaited<ReturnType<typeof createTalkDesk>>;
export type Talk = { ticketId: number; received: number; own: number };

type Answer = MessageView & { error: string; message: MessageView; reactions: MessageView['reactions'] };

export async function createTalkDesk() {
  const desk = await createTestDesk();
  const system = await desk.systemScope();
  const connectionId = await addConnection(desk);
  const call = async (who: PersonName | undefined, method: string, path: string, body?: unknown) =>
    (await desk.as(who)).json<Answer>(method, path, body);

  return {
    desk,
    system,
    connectionId,
    call,
    row: async (id: number) =>
      (await system.db.query.messages.findFirst({ where: eq(messages.id, id) })) ?? expect.unreachable(),
    sent: () => desk.whatsapp.sent.map(({ content }) => content),
    async begin(): Promise<Talk> {
      await desk.settle();
      await system.write(async (tx) => {
        await tx.db.delete(contacts);
        await tx.db.delete(outbox);
      });
      const target = { companyId: system.companyId, connectionId };
      await desk.listener.onMessages(target, [inbound({ id: 'C', text: 'oi' })]);
      await system.write(async (tx) => {
        const { bia } = desk.cast.userId;
        await tx.db.update(tickets).set({ status: 'open', userId: bia, queueId: desk.cast.queueId.Vendas });
      });
      const question = await system.db.query.messages.findFirst();
      const [received, ticketId] = [question?.id ?? 0, question?.ticketId ?? 0];
      const answer = await call('bia', 'POST', `/messages/${ticketId}`, { body: 'bom dia' });
      await desk.settle();
      desk.whatsapp.sent.length = 0;
      return { ticketId, received, own: Number(answer.body.id) };
    },
  };
}
