import {
  connectionQueues,
  connections,
  contacts,
  holidays,
  messages,
  outbox,
  queueOptions,
  queues,
  ratings,
  settings,
  ticketEvents,
  tickets,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { SettingKey } from '@/modules/settings/settings.schema.ts';

type Options = Parameters<typeof inbound>[0];
export type BotFixture = Awaited<ReturnType<typeof createBotFixture>>;

export async function createBotFixture() {
  const testApp: TestApp = await createTestApp();
  const scope = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  const automatic = () =>
    scope.db
      .select()
      .from(messages)
      .where(and(eq(messages.fromMe, true), eq(messages.origin, 'system')))
      .orderBy(asc(messages.id));

  return {
    testApp,
    scope,
    connectionId,
    automatic,
    async reset(): Promise<void> {
      await testApp.settle();
      await scope.write(async (tx) => {
        for (const table of [contacts, settings, outbox, connectionQueues, holidays, queueOptions])
          await tx.db.delete(table);
        await tx.db
          .update(connections)
          .set({
            greetingMessage: '',
            outOfHoursMessage: '',
            complationMessage: '',
            ratingMessage: '',
            maxUseBotQueues: 0,
            timeUseBotQueues: 0,
          })
          .where(eq(connections.id, connectionId));
      });
      testApp.whatsapp.sent.length = 0;
      testApp.clock.now = new Date('2026-03-10T15:00:00Z');
    },
    connection: (values: Partial<typeof connections.$inferInsert>) =>
      scope.write((tx) => tx.db.update(connections).set(values).where(eq(connections.id, connectionId))),
    queue: (id: number, values: Partial<typeof queues.$inferInsert>) =>
      scope.write((tx) => tx.db.update(queues).set(values).where(eq(queues.id, id))),
    offer: (...queueIds: number[]) =>
      scope.write(async (tx) => {
        for (const queueId of queueIds)
          await tx.db.insert(connectionQueues).values({ connectionId, queueId });
      }),
    async option(values: typeof queueOptions.$inferInsert): Promise<number> {
      const [row] = await scope.write((tx) => tx.db.insert(queueOptions).values(values).returning());
      return row?.id ?? 0;
    },
    setting: (key: SettingKey, value: string) =>
      scope.write((tx) =>
        tx.db
          .insert(settings)
          .values({ key, value })
          .onConflictDoUpdate({ target: settings.key, set: { value } }),
      ),
    async arrive(...options: Options[]): Promise<string[]> {
      const known = (await automatic()).length;
      await testApp.listener.onMessages({ companyId: scope.companyId, connectionId }, options.map(inbound));
      return (await automatic()).slice(known).map(({ body }) => body);
    },
    async write(text: string): Promise<string[]> {
      return this.arrive({ text, timestamp: testApp.clock.now.getTime() });
    },
    async ticket() {
      const row = await scope.db.query.tickets.findFirst({ orderBy: desc(tickets.id) });
      if (!row) throw new Error('no ticket');
      return row;
    },
    tracking: () => scope.db.query.ticketTrackings.findFirst({ orderBy: desc(ticketTrackings.id) }),
    history: async () =>
      (await scope.db.select().from(ticketEvents).orderBy(asc(ticketEvents.id))).map(
        ({ type, data }): Record<string, unknown> => ({ type, ...data }),
      ),
    ratings: () => scope.db.select().from(ratings).orderBy(asc(ratings.id)),
  };
}
