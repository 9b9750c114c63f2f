import { expect } from 'bun:test';
import { contacts, tags, tickets, ticketTags } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import type { Scope } from '@/core/scope.ts';
import type { TicketPage } from '../tickets.views.ts';

type Row = {
  name: string;
  status: 'open' | 'pending' | 'closed';
  queue?: 'Vendas' | 'Suporte';
  user?: PersonName;
  unread?: number;
  day?: string;
  tags?: string[];
};

export const ROWS: Row[] = [
  { name: 'pending vendas', status: 'pending', queue: 'Vendas', unread: 2, tags: ['a', 'b'] },
  { name: 'pending suporte', status: 'pending', queue: 'Suporte', tags: ['a'] },
  { name: 'pending none', status: 'pending', unread: 1 },
  { name: 'open vendas bia', status: 'open', queue: 'Vendas', user: 'bia', tags: ['b'] },
  { name: 'open vendas rui', status: 'open', queue: 'Vendas', user: 'rui', unread: 3 },
  { name: 'open suporte bia', status: 'open', queue: 'Suporte', user: 'bia' },
  { name: 'open none ana', status: 'open', user: 'ana' },
  { name: 'closed vendas', status: 'closed', queue: 'Vendas', day: '2026-03-01' },
  { name: 'closed suporte', status: 'closed', queue: 'Suporte', user: 'caio', day: '2026-03-02' },
  { name: 'closed none', status: 'closed', day: '2026-03-02' },
];

export type TicketLists = Awaited<ReturnType<typeof createTicketLists>>;

export async function createTicketLists() {
  const testApp = await createTestApp();
  const system = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  const browsers = new Map<PersonName, Browser>();
  const ids: Record<string, number> = {};
  const tagId: Record<string, number> = {};

  async function addTicket(
    tx: Scope,
    { name, status, queue, user, unread, day, tags: marks = [] }: Row,
    n: number,
  ): Promise<number> {
    const [contact] = await tx.db
      .insert(contacts)
      .values({ name, number: `55119000000${n}`, nameIsProvisional: false })
      .returning();
    const at = day ? new Date(`${day}T12:00:00-03:00`) : new Date(tx.now().getTime() + n * 1_000);
    const [ticket] = await tx.db
      .insert(tickets)
      .values({
        uuid: `uuid-${n}`,
        status,
        contactId: contact?.id ?? 0,
        connectionId,
        queueId: queue ? testApp.people.queueId[queue] : null,
        userId: user ? testApp.people.userId[user] : null,
        unreadMessages: unread ?? 0,
        waitingSince: status === 'pending' ? at : null,
        createdAt: at,
        updatedAt: at,
      })
      .returning();
    for (const mark of marks)
      await tx.db.insert(ticketTags).values({ ticketId: ticket?.id ?? 0, tagId: tagId[mark] ?? 0 });
    return ticket?.id ?? 0;
  }

  await system.write(async (tx) => {
    for (const name of ['a', 'b']) {
      const [row] = await tx.db.insert(tags).values({ name, searchName: name, color: '#000000' }).returning();
      tagId[name] = row?.id ?? 0;
    }
    for (const [n, row] of ROWS.entries()) ids[row.name] = await addTicket(tx, row, n);
  });
  for (const name of ['ana', 'rui', 'bia', 'caio', 'davi'] as const)
    browsers.set(name, await testApp.as(name));

  return {
    testApp,
    system,
    connectionId,
    browsers,
    ids,
    tagId,
    async list(who: PersonName, query: Record<string, string> = {}): Promise<string[]> {
      const reply = await browsers
        .get(who)
        ?.json<TicketPage>('GET', `/tickets?${new URLSearchParams(query)}`);
      expect(reply?.status).toBe(200);
      const names = reply?.body.tickets.map((ticket) => ticket.contact.name) ?? [];
      expect(reply?.body.count).toBe(names.length);
      return names.toSorted();
    },
  };
}
