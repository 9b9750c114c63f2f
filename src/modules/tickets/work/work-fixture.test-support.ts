import { contacts, settings, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { TicketPage } from '../tickets.views.ts';

export type WorkFixture = Awaited<ReturnType<typeof createWorkFixture>>;

export async function createWorkFixture() {
  const testApp: TestApp = await createTestApp();
  const system: Scope = await testApp.systemScope();
  const connectionId = await addConnection(testApp);

  async function customer(number: string, pushName: string, text: string): Promise<number> {
    const pn = `${number}@s.whatsapp.net`;
    const identity = { pn, lid: null };
    const message = { ...inbound({ pushName, text }), id: `${number}-${text}`, author: identity };
    const chat = { isGroup: false, jid: pn, identity };
    await testApp.listener.onMessages({ companyId: system.companyId, connectionId }, [{ ...message, chat }]);
    const [row] = await system.db
      .select({ id: tickets.id })
      .from(tickets)
      .innerJoin(contacts, eq(contacts.id, tickets.contactId))
      .where(eq(contacts.number, number));
    return row?.id ?? 0;
  }

  async function waiting(number: string, pushName: string, text: string): Promise<number> {
    const id = await customer(number, pushName, text);
    await system.write(async (tx) => {
      await tx.db.update(tickets).set({ queueId: testApp.people.queueId.Vendas }).where(eq(tickets.id, id));
    });
    return id;
  }

  const call = async <T>(who: PersonName, method: string, path: string, body?: unknown) =>
    (await testApp.as(who)).json<T & { error: string }>(method, path, body);

  return {
    testApp,
    system,
    connectionId,
    customer,
    call,
    async reset(): Promise<{ maria: number; joao: number }> {
      await testApp.settle();
      testApp.whatsapp.sent.length = 0;
      await system.write(async (tx) => {
        await tx.db.delete(contacts);
        await tx.db.delete(settings);
      });
      const maria = await waiting('5511911110001', 'Maria Conceição', 'quero um orçamento do balcão azul');
      const joao = await waiting('5511911110002', 'João', 'bom dia');
      await testApp.settle();
      return { maria, joao };
    },
    async ticketOf(id: number) {
      const row = await system.db.query.tickets.findFirst({ where: eq(tickets.id, id) });
      if (!row) throw new Error('the ticket is gone');
      return row;
    },
    async listed(who: PersonName, query: string): Promise<number[]> {
      const reply = await call<TicketPage>(who, 'GET', `/tickets?${query}`);
      return reply.body.tickets.map((ticket) => ticket.id);
    },
  };
}
