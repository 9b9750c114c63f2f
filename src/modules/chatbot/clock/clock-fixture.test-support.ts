import { connections, messages, ticketEvents, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc, desc, eq } from 'drizzle-orm';
import { randomIds } from '@/core/ids.ts';
import { createLog, type Logger } from '@/core/log.ts';
import type { Scope } from '@/core/scope.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';
import { createPace } from '@/modules/contacts/numbers/number-check-pace.state.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { jobsOf } from '@/schedule.ts';

export const MINUTE = 60_000;

export type ClockFixture = Awaited<ReturnType<typeof createClockFixture>>;

export async function createClockFixture(options: { env?: Record<string, string>; log?: Logger } = {}) {
  const testApp: TestApp = await createTestApp(options);
  const system = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  const jobs = jobsOf(testApp.kernel);
  const target = { companyId: system.companyId, connectionId };

  const identityOf = (number: string) => ({ pn: `${number}@s.whatsapp.net`, lid: null });

  async function receiveText(number: string, text: string): Promise<number> {
    const from = identityOf(number);
    const at = testApp.clock.now.getTime();
    await testApp.listener.onMessages(target, [
      inbound({ from, text, pushName: 'Maria Silva', timestamp: at }),
    ]);
    await testApp.settle();
    const [row] = await system.db.select({ id: tickets.id }).from(tickets).orderBy(desc(tickets.id)).limit(1);
    return row?.id ?? 0;
  }

  async function reply(who: PersonName, ticketId: number, body: string): Promise<void> {
    const { status } = await (await testApp.as(who)).json('POST', `/messages/${ticketId}`, { body });
    if (status !== 200) throw new Error(`the answer was refused: ${status}`);
    await testApp.settle();
  }

  return {
    ...{ testApp, system, connectionId, receiveText, reply },
    /** Makes the change after a job has read its list and before it acts. */
    afterListing(change: () => Promise<void>): Scope {
      const write: Scope['write'] = async (work) => {
        await change();
        return system.write(work);
      };
      return Object.create(system, { write: { value: write } });
    },
    async set(changes: Partial<typeof connections.$inferInsert>): Promise<void> {
      await system.write((tx) =>
        tx.db.update(connections).set(changes).where(eq(connections.id, connectionId)),
      );
    },
    async put(ticketId: number, changes: Partial<typeof tickets.$inferInsert>): Promise<void> {
      await system.write((tx) => tx.db.update(tickets).set(changes).where(eq(tickets.id, ticketId)));
    },
    async answered(number: string): Promise<number> {
      const ticketId = await receiveText(number, 'oi');
      const { bia } = testApp.people.userId;
      await patchTicket(system, { ticketId, status: 'open', userId: bia });
      await reply('bia', ticketId, 'pois não?');
      return ticketId;
    },
    async pass(minutes: number): Promise<void> {
      for (let minute = 0; minute < minutes; minute += 1) {
        testApp.clock.advance(MINUTE);
        await jobs();
        await testApp.settle();
      }
    },
    jobs,
    async ticket(id: number) {
      const row = await system.db.query.tickets.findFirst({ where: eq(tickets.id, id) });
      if (!row) throw new Error('the ticket is gone');
      return row;
    },
    async automatic(ticketId: number): Promise<string[]> {
      const rows = await system.db.query.messages.findMany({
        where: eq(messages.ticketId, ticketId),
        orderBy: asc(messages.id),
      });
      return rows.filter(({ origin }) => origin === 'system').map(({ body }) => body);
    },
    async history(ticketId: number) {
      return system.db.query.ticketEvents.findMany({
        where: eq(ticketEvents.ticketId, ticketId),
        orderBy: asc(ticketEvents.id),
      });
    },
    close: () => testApp.stop(),
  };
}

export async function startAgain({
  testApp,
  system,
  connectionId,
}: ClockFixture): Promise<{ dependencies: Dependencies; minute(): Promise<void> }> {
  const again = await createDependencies(testApp.kernel.config, {
    clock: () => testApp.clock.now,
    ticks: () => testApp.clock.now.getTime(),
    ids: randomIds,
    log: createLog('silent'),
    translations: testApp.kernel.translations,
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
    createWhatsApp: () => testApp.whatsapp,
    push: testApp.push,
    safeFetch: testApp.web.fetch,
    numberPace: createPace(0),
  });
  testApp.whatsapp.become({ companyId: system.companyId, connectionId });
  const jobs = jobsOf(again.kernel);
  return {
    dependencies: again,
    async minute() {
      testApp.clock.advance(MINUTE);
      await jobs();
      await again.kernel.bus.idle();
      await again.kernel.outbox.idle();
    },
  };
}
