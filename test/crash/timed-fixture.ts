import {
  connectionQueues,
  connections,
  queueOptions,
  queues,
  quickMessages,
  settings,
  users,
} from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { createClockFixture, MINUTE } from '@/modules/chatbot/clock/clock-fixture.test-support.ts';
import { createRule } from '@/modules/rules/rules.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { WEEKDAYS } from '@/schemas/service-hours.schema.ts';
import { addConnection, inbound } from '../support/inbound.ts';
import { liveThrough, type Moment, readRows, received } from './timed-moments.ts';

const PEOPLE = ['assigned', 'rater', 'goodbye', 'nightly', 'ruled', 'waiting', 'silent', 'late'] as const;
type Person = (typeof PEOPLE)[number];
const numberOf = (person: Person) => `55119111100${10 + PEOPLE.indexOf(person)}`;

export type TimedFixture = Awaited<ReturnType<typeof openTimedFixture>>;

export async function openTimedFixture() {
  const clock = await createClockFixture();
  const { testApp, system, connectionId } = clock;
  const { companyId } = system;
  const { Vendas, Suporte } = testApp.people.queueId;
  const nightId = await addConnection(testApp, { name: 'Noite' });
  const ruleQueue = await arrange(system, { connectionId, nightId, Vendas, Suporte });
  const ana = await testApp.scopeOf('ana');

  const ticketOf = {} as Record<Person, number>;
  const send = async (person: Person) => {
    ticketOf[person] = await clock.receiveText(numberOf(person), 'oi');
    return ticketOf[person];
  };
  const close = async (person: Person, isAccepted: boolean) => {
    const ticketId = await send(person);
    if (isAccepted) await patchTicket(ana, { ticketId, status: 'open' });
    await patchTicket(ana, { ticketId, status: 'closed' });
    await testApp.settle();
  };

  await close('late', true);
  testApp.clock.advance(10_000);
  testApp.kernel.outbox.wake(companyId, 'farewell:');
  await testApp.settle();
  await clock.put(await send('assigned'), { queueId: Vendas });
  await clock.put(await send('ruled'), { queueId: ruleQueue });
  await send('waiting');
  ticketOf.silent = await clock.answered(numberOf('silent'));
  await close('rater', true);
  const start = testApp.clock.now.getTime();
  testApp.clock.now = new Date(start + MINUTE);
  await close('goodbye', false);
  await system.write((tx) => tx.db.update(users).set({ online: true }).where(eq(users.name, 'Bia')));
  const { dataDir } = testApp.kernel.config;
  await testApp.dependencies.stop();

  const target = { companyId, connectionId };
  const night = { companyId, connectionId: nightId };
  const incoming: (Moment['received'][number] & { after: number })[] = [];

  return {
    ticketOf,
    /** From then on each start offers it again, as WhatsApp does. */
    receives(minutes: number, person: Person, text: string) {
      const from = { pn: `${numberOf(person)}@s.whatsapp.net`, lid: null };
      const message = inbound({
        id: `HEARD${incoming.length}`,
        from,
        text,
        timestamp: start + minutes * MINUTE,
      });
      incoming.push({ after: minutes, target: person === 'nightly' ? night : target, message });
    },
    live(minutes: number, until?: Moment['until']): Promise<void> {
      const now = start + minutes * MINUTE;
      const known = incoming.filter(({ after }) => after <= minutes);
      return liveThrough({ dataDir, now, received: known, targets: [target, night], until });
    },
    count: (rows: string) =>
      readRows<{ n: number }>(dataDir, companyId, `select count(*) as n from ${rows}`)[0]?.n,
    readRows: <T>(sql: string) => readRows<T>(dataDir, companyId, sql),
    received: () => {
      const all = received(dataDir);
      const of = (person: Person) => all.filter(({ number }) => number === numberOf(person));
      return Object.fromEntries(PEOPLE.map((person) => [person, of(person).map(({ text }) => text)]));
    },
    close: () => clock.close(),
  };
}

type Ids = { connectionId: number; nightId: number; Vendas: number; Suporte: number };

async function arrange(system: Scope, { connectionId, nightId, Vendas, Suporte }: Ids): Promise<number> {
  const never = { startTime: '00:00', endTime: '00:00' };
  const { ruleQueue, quickMessageId } = await system.write(async ({ db }) => {
    const addQueue = async (values: typeof queues.$inferInsert) =>
      (await db.insert(queues).values(values).returning({ id: queues.id }))[0]?.id ?? 0;
    const schedules = WEEKDAYS.map((day) => ({ ...day, ...never }));
    const outOfHoursMessage = 'Fechado agora.';
    const nightQueue = await addQueue({ name: 'Noite', color: '#010101', schedules, outOfHoursMessage });
    await db.insert(connectionQueues).values({ connectionId: nightId, queueId: nightQueue });
    await db.insert(queueOptions).values({ queueId: Suporte, option: '1', title: 'Um', message: 'Feito.' });
    await db.update(queues).set({ greetingMessage: 'Aqui é o Suporte.' }).where(eq(queues.id, Suporte));
    await db.update(queues).set({ assignment: 'roundRobin' }).where(eq(queues.id, Vendas));
    await db
      .update(connections)
      .set({
        complationMessage: 'Até logo.',
        expiresTicket: 120,
        expiresInactiveMessage: 'Encerrado.',
        timeToTransfer: 15,
        transferQueueId: Suporte,
      })
      .where(eq(connections.id, connectionId));
    await db.insert(settings).values({ key: 'userRating', value: 'enabled' });
    await db.insert(settings).values({ key: 'scheduleType', value: 'queue' });
    const quick = { shortcode: 'ja', message: 'Já vamos.', isGeneral: true };
    const [row] = await db.insert(quickMessages).values(quick).returning({ id: quickMessages.id });
    return { ruleQueue: await addQueue({ name: 'Espera', color: '#020202' }), quickMessageId: row?.id ?? 0 };
  });
  await createRule(system, {
    name: 'Esperou',
    isActive: true,
    happening: { type: 'waiting', minutes: 10, connectionId: null, queueId: ruleQueue },
    actions: [{ type: 'quickMessage', quickMessageId }],
  });
  return ruleQueue;
}
