import {
  contacts,
  messages,
  quickMessages,
  rules,
  settings,
  tags,
  tickets,
} from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { addConnection, inbound, inGroup } from '@test/support/inbound.ts';
import { asc, desc, eq } from 'drizzle-orm';
import { createTag } from '@/modules/tags/tags.service.ts';
import { listTicketEvents } from '@/modules/tickets/history/ticket-events.queries.ts';
import { listTagIds } from '@/modules/tickets/work/ticket-tags.service.ts';
import { jobsOf } from '@/schedule.ts';
import type { Action, Happening, RuleInput } from './rules.schema.ts';
import { createRule } from './rules.service.ts';

export type RulesFixture = Awaited<ReturnType<typeof createRulesFixture>>;
type WithoutNarrowing<T> = T extends unknown ? Omit<T, 'connectionId' | 'queueId'> : never;
export type Options = WithoutNarrowing<Happening> & { connectionId?: number; queueId?: number };

export async function createRulesFixture() {
  const testApp = await createTestApp();
  const scope = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  await scope.write((tx) => tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' }));
  const target = { companyId: scope.companyId, connectionId };
  const runJobs = jobsOf(testApp.kernel);
  let made = 0;

  const fixtures = {
    testApp,
    scope,
    connectionId,
    tagId: { urgent: 0, vip: 0 },
    quickMessageId: 0,
    async reset(): Promise<void> {
      await testApp.settle();
      testApp.clock.now = new Date('2026-03-10T15:00:00Z');
      testApp.whatsapp.sent.length = 0;
      await scope.write(async (tx) => {
        for (const table of [contacts, rules, tags, quickMessages]) await tx.db.delete(table);
      });
      for (const [key, name] of [
        ['urgent', 'Urgente'],
        ['vip', 'VIP'],
      ] as const)
        fixtures.tagId[key] = (await createTag(scope, { name, color: '#B80000', kanban: false })).id;
      fixtures.quickMessageId = await fixtures.quick({ shortcode: 'ola', message: 'Olá {{firstName}}!' });
    },
    async quick(values: typeof quickMessages.$inferInsert): Promise<number> {
      const row = { isGeneral: true, ...values };
      const [added] = await scope.write((tx) =>
        tx.db.insert(quickMessages).values(row).returning({ id: quickMessages.id }),
      );
      return added?.id ?? 0;
    },
    async rule(options: Options, actions: Action[], more: Partial<RuleInput> = {}): Promise<number> {
      made += 1;
      const { connectionId: on = null, queueId: within = null } = options;
      const happening = { ...options, connectionId: on, queueId: within } as Happening;
      return (await createRule(scope, { name: `Regra ${made}`, isActive: true, happening, actions, ...more }))
        .id;
    },
    async receiveText(text: string, { group = false, fromMe = false } = {}): Promise<number> {
      const make = group ? inGroup : inbound;
      const timestamp = testApp.clock.now.getTime();
      await testApp.listener.onMessages(target, [make({ text, fromMe, pushName: 'Maria Souza', timestamp })]);
      await testApp.settle();
      const newest = await scope.db.query.messages.findFirst({ orderBy: desc(messages.id) });
      return newest?.ticketId ?? 0;
    },
    async later(minutes: number): Promise<void> {
      testApp.clock.advance(minutes * 60_000);
      await runJobs();
      await testApp.settle();
    },
    async ticket(id: number) {
      const row = await scope.db.query.tickets.findFirst({ where: eq(tickets.id, id) });
      if (!row) throw new Error('the ticket is gone');
      return row;
    },
    tagsOf: (id: number) => listTagIds(scope, id),
    async history(id: number) {
      const events = await listTicketEvents(scope, id);
      return events.filter(({ type }) => type === 'rule').map(({ data }) => data);
    },
    async sentTexts(id: number) {
      const rows = await scope.db
        .select()
        .from(messages)
        .where(eq(messages.ticketId, id))
        .orderBy(asc(messages.id));
      return rows.filter(({ origin }) => origin === 'system');
    },
  };
  await fixtures.reset();
  return fixtures;
}
