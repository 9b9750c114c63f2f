import { expect } from 'bun:test';
import { contacts, messages, outbox, schedules, settings, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc, desc, eq } from 'drizzle-orm';
import { punctualJobsOf } from '@/schedule.ts';
import type { ScheduleRow } from './schedules.queries.ts';
import type { ScheduleView } from './schedules.views.ts';

export type SchedulesFixture = Awaited<ReturnType<typeof createSchedulesFixture>>;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

type Answer = ScheduleView & {
  error: string;
  fields: Record<string, string>;
  schedules: ScheduleView[];
  count: number;
  mensagem: string;
  entries: { id: number; isMovable: boolean; contact: string; body: string }[];
};

export async function createSchedulesFixture() {
  const testApp = await createTestApp();
  const system = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  const target = { companyId: system.companyId, connectionId };
  const runDue = punctualJobsOf(testApp.kernel);
  const begun = testApp.clock.now;

  const fixtures = {
    testApp,
    system,
    connectionId,
    target,
    joao: 0,
    async reset() {
      await testApp.settle();
      testApp.clock.now = begun;
      testApp.whatsapp.become(target);
      testApp.whatsapp.sent.length = 0;
      await system.write(async (tx) => {
        for (const table of [schedules, contacts, outbox, settings]) await tx.db.delete(table);
        const joao = { name: 'João Lima', number: '5521977776666', nameIsProvisional: false };
        const [row] = await tx.db.insert(contacts).values(joao).returning();
        fixtures.joao = row?.id ?? 0;
      });
    },
    call: async (who: PersonName | undefined, method: string, path: string, body?: unknown) =>
      (await testApp.as(who)).json<Answer>(method, `/schedules${path}`, body),
    async plan(inMs: number, more: object = {}, who: PersonName = 'bia'): Promise<number> {
      const sendAt = new Date(testApp.clock.now.getTime() + inMs).toISOString();
      const body = { body: 'Seu pedido chega hoje', contactId: fixtures.joao, sendAt, ...more };
      const reply = await fixtures.call(who, 'POST', '', body);
      return reply.status === 200 ? reply.body.id : expect.unreachable(JSON.stringify(reply.body));
    },
    async row(id: number): Promise<ScheduleRow> {
      return (
        (await system.db.query.schedules.findFirst({ where: eq(schedules.id, id) })) ?? expect.unreachable()
      );
    },
    rows: () => system.db.select().from(schedules).orderBy(asc(schedules.id)),
    async tick() {
      await runDue();
      await testApp.settle();
    },
    async after(ms: number) {
      testApp.clock.advance(ms);
      await fixtures.tick();
    },
    texts: () =>
      testApp.whatsapp.sent.map(({ content }) => ('text' in content ? content.text : content.type)),
    messages: () => system.db.select().from(messages).orderBy(asc(messages.id)),
    async answer(text = 'oi') {
      await testApp.listener.onMessages(target, [inbound({ from: JOAO, text })]);
      await testApp.settle();
    },
    async ticket() {
      const found = await system.db.query.tickets.findFirst({ orderBy: desc(tickets.id) });
      return found ?? expect.unreachable();
    },
    setting: (minutes: number) =>
      system.write(async (tx) => {
        await tx.db.delete(settings);
        await tx.db.insert(settings).values({ key: 'scheduleLateness', value: String(minutes) });
      }),
  };
  await fixtures.reset();
  return fixtures;
}
