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
import type { Scope } from '@/kernel/scope.ts';
import { createClockDesk, MINUTE } from '@/modules/chatbot/clock/clock-desk.test-support.ts';
import { createRule } from '@/modules/rules/rules.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { WEEKDAYS } from '@/service-hours.schema.ts';
import { addConnection, inbound } from '../support/inbound.ts';
import { liveThrough, look, type Moment, received } from './timed-moments.ts';

/** Who waits for what; a name is also the end of their number. */
const PEOPLE = ['assigned', 'rater', 'goodbye', 'nightly', 'ruled', 'waiting', 'silent', 'late'] as const;
type Person = (typeof PEOPLE)[number];
const numberOf = (person: Person) => `55119111100${10 + PEOPLE.indexOf(person)}`;

export type TimedStage = Awaited<ReturnType<typeof openTimedStage>>;

/** A company in which everything that the clock does lies ahead, each at a minute of its own. */
export async function openTimedStage() {
  const clock = await createClockDesk();
  const { desk, system, connectionId } = clock;
  const { companyId } = system;
  const { Vendas, Suporte } = desk.cast.queueId;
  const nightId = await addConnection(desk, { name: 'Noite' });
  const ruleQueue = await arrange(system, { connectionId, nightId, Vendas, Suporte });
  const ana = await desk.scopeOf('ana');

  const ticketOf = {} as Record<Person, number>;
  const says = async (person: Person) => {
    ticketOf[person] = await clock.says(numberOf(person), 'oi');
    return ticketOf[person];
  };
  const close = async (person: Person, isAccepted: boolean) => {
    const ticketId = await says(person);
    if (isAccepted) await patchTicket(ana, { ticketId, status: 'open' });
    await patchTicket(ana, { ticketId, status: 'closed' });
    await desk.settle();
  };

  await close('late', true);
  desk.clock.advance(10_000);
  desk.kernel.outbox.wake(companyId, 'farewell:');
  await desk.settle();
  await clock.put(await says('assigned'), { queueId: Vendas });
  await clock.put(await says('ruled'), { queueId: ruleQueue });
  await says('waiting');
  ticketOf.silent = await clock.answered(numberOf('silent'));
  await close('rater', true);
  const start = desk.clock.now.getTime();
  // Only the clock, so that what rests in this process goes on resting.
  desk.clock.now = new Date(start + MINUTE);
  await close('goodbye', false);
  await system.write((tx) => tx.db.update(users).set({ online: true }).where(eq(users.name, 'Bia')));
  const { dataDir } = desk.kernel.config;
  await desk.desk.stop();

  const target = { companyId, connectionId };
  const night = { companyId, connectionId: nightId };
  const heard: (Moment['heard'][number] & { after: number })[] = [];

  return {
    ticketOf,
    /** From then on each start offers it again, as WhatsApp does. */
    hears(minutes: number, person: Person, text: string) {
      const from = { pn: `${numberOf(person)}@s.whatsapp.net`, lid: null };
      const message = inbound({
        id: `HEARD${heard.length}`,
        from,
        text,
        timestamp: start + minutes * MINUTE,
      });
      heard.push({ after: minutes, target: person === 'nightly' ? night : target, message });
    },
    live(minutes: number, until?: Moment['until']): Promise<void> {
      const now = start + minutes * MINUTE;
      const known = heard.filter(({ after }) => after <= minutes);
      return liveThrough({ dataDir, now, heard: known, targets: [target, night], until });
    },
    count: (rows: string) =>
      look<{ n: number }>(dataDir, companyId, `select count(*) as n from ${rows}`)[0]?.n,
    look: <T>(sql: string) => look<T>(dataDir, companyId, sql),
    /** By person. */
    received: () => {
      const all = received(dataDir);
      const of = (person: Person) => all.filter(({ number }) => number === numberOf(person));
      return Object.fromEntries(PEOPLE.map((person) => [person, of(person).map(({ text }) => text)]));
    },
    close: () => clock.close(),
  };
}

type Place = { connectionId: number; nightId: number; Vendas: number; Suporte: number };

async function arrange(system: Scope, { connectionId, nightId, Vendas, Suporte }: Place): Promise<number> {
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
