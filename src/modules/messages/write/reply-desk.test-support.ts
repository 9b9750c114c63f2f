import { contacts, messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { createTestDesk } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc, eq } from 'drizzle-orm';
import type { MessageView } from '../messages.views.ts';

export type Refusal = { error: string; fields?: Record<string, string> };

export type ReplyDesk = Awaited<ReturnType<typeof createReplyDesk>>;

export async function createReplyDesk() {
  const desk = await createTestDesk();
  const system = await desk.systemScope();
  const connectionId = await addConnection(desk);
  let ticketId = 0;
  let otherTicket = 0;

  const own = () =>
    system.db.select().from(messages).where(eq(messages.fromMe, true)).orderBy(asc(messages.id));

  return {
    desk,
    system,
    get ticketId() {
      return ticketId;
    },
    get otherTicket() {
      return otherTicket;
    },
    async reset(): Promise<void> {
      await desk.settle();
      desk.whatsapp.sent.length = 0;
      await system.write(async (tx) => {
        await tx.db.delete(contacts);
        await tx.db.delete(outbox);
      });
      await desk.listener.onMessages({ companyId: system.companyId, connectionId }, [
        inbound({ id: 'M', text: 'oi', raw: 'b2k=' }),
        inbound({ id: 'J', from: JOAO }),
      ]);
      await system.write(async (tx) => {
        const { bia } = desk.cast.userId;
        await tx.db.update(tickets).set({ status: 'open', userId: bia, queueId: desk.cast.queueId.Vendas });
      });
      const [first, second] = await system.db.select().from(tickets).orderBy(asc(tickets.id));
      ticketId = first?.id ?? 0;
      otherTicket = second?.id ?? 0;
      await desk.settle();
    },
    post: async (who: PersonName | undefined, body: unknown, id: number | string = ticketId) =>
      (await desk.as(who)).json<MessageView & Refusal>('POST', `/messages/${id}`, body),
    own,
    bodies: async () => (await own()).map((row) => row.body),
    sent: () => desk.whatsapp.sent.map((message) => message.content),
  };
}
