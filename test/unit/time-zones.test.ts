import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  connectionQueues,
  queues,
  sendingDays,
  sendingLimits,
  settings,
  tickets,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import {
  ADMINISTRATOR,
  CLOSED,
  COMPANIES,
  createZonedCompanies,
  everyDay,
  type ZonedCompanies,
} from '@test/support/zoned-companies.ts';
import { eq } from 'drizzle-orm';
import { countSent, statusOf } from '@/modules/campaigns/engine/sending-counters.service.ts';
import { countTicketsOfDays } from '@/modules/dashboard/charts.queries.ts';
import { oldMessages } from '@/modules/erasures/retention/retention.service.ts';
import { variableValues } from '@/modules/messages/write/fill-variables.queries.ts';
import { servedSeconds } from '@/modules/queues/served-seconds.queries.ts';
import { punctualJobsOf } from '@/schedule.ts';

let desk: ZonedCompanies;
beforeAll(async () => {
  desk = await createZonedCompanies();
});
afterAll(() => desk.testApp.stop());

describe('Manaus beside São Paulo', () => {
  test('service hours open an hour apart', async () => {
    const at = '2026-03-10T11:30:00Z';
    expect(await desk.answerAt('boreal', at)).toBeUndefined();
    expect(await desk.answerAt('aurora', at)).toContain(CLOSED);
    expect(await desk.answerAt('aurora', '2026-03-10T12:00:00Z')).toBeUndefined();
    expect(await desk.answerAt('boreal', '2026-03-10T21:30:00Z')).toContain(CLOSED);
    expect(await desk.answerAt('aurora', '2026-03-10T21:30:00Z')).toBeUndefined();
  });

  test('times count within the hours of the zone', async () => {
    const answers: Record<string, unknown> = {};
    for (const company of COMPANIES) {
      const scope = await desk.testApp.systemScope(company);
      const [from, to] = [new Date('2026-03-10T11:00:00Z'), new Date('2026-03-10T12:30:00Z')];
      answers[company] = await servedSeconds(scope, { queueId: null, from, to });
    }
    expect(answers).toEqual({ aurora: 30 * 60, boreal: 90 * 60 });
  });

  test('a queue’s own hours too', async () => {
    const open: Record<string, boolean> = {};
    for (const company of COMPANIES) {
      const scope = await desk.testApp.systemScope(company);
      const [queue] = await scope.db.select().from(queues);
      await scope.write(async (tx) => {
        const own = { outOfHoursMessage: CLOSED, schedules: everyDay('08:00', '18:00') };
        await tx.db
          .update(queues)
          .set(own)
          .where(eq(queues.id, queue?.id ?? 0));
        await tx.db.update(settings).set({ value: 'queue' }).where(eq(settings.key, 'scheduleType'));
        const link = { connectionId: desk.connectionId[company], queueId: queue?.id ?? 0 };
        await tx.db.insert(connectionQueues).values(link);
      });
      open[company] = !(await desk.answerAt(company, '2026-03-10T11:30:00Z'))?.includes(CLOSED);
      await scope.write(async (tx) => {
        await tx.db.update(settings).set({ value: 'company' }).where(eq(settings.key, 'scheduleType'));
        await tx.db.delete(connectionQueues);
      });
    }
    expect(open).toEqual({ aurora: false, boreal: true });
  });

  test('a schedule without a zone is local, and leaves at the local time', async () => {
    desk.setClock('2026-03-10T15:00:00Z');
    const ids: Record<string, unknown> = {};
    for (const company of COMPANIES) {
      const body = { body: 'Bom dia', contactId: desk.contactId[company], sendAt: '2026-11-27T09:00' };
      const reply = await desk.call(company, 'POST', '/schedules', body);
      expect(reply.status).toBe(200);
      ids[company] = reply.body.sendAt;
    }
    expect(ids).toEqual({ aurora: '2026-11-27T13:00:00.000Z', boreal: '2026-11-27T12:00:00.000Z' });
    const sentAt = async (iso: string) => {
      desk.setClock(iso);
      await punctualJobsOf(desk.testApp.kernel)();
      await desk.testApp.settle();
      return desk.testApp.whatsapp.sent.filter(({ content }) => JSON.stringify(content).includes('Bom dia'))
        .length;
    };
    expect(await sentAt('2026-11-27T12:00:00Z')).toBe(1);
    expect(await sentAt('2026-11-27T13:00:00Z')).toBe(2);
  });

  test('campaigns: the start, quiet hours and the day of the warm-up', async () => {
    const starts: Record<string, unknown> = {};
    const quiet: Record<string, boolean> = {};
    const days: Record<string, unknown> = {};
    desk.setClock('2026-03-10T15:00:00Z');
    for (const company of COMPANIES) {
      const body = { name: 'Natal', message1: 'Oi', scheduledAt: '2026-11-27 09:00' };
      starts[company] = (await desk.call(company, 'POST', '/campaigns', body)).body.scheduledAt;
    }
    for (const company of COMPANIES) {
      const scope = await desk.testApp.systemScope(company);
      const line = desk.connectionId[company];
      desk.setClock('2026-03-10T11:30:00Z');
      await scope.write((tx) =>
        tx.db.insert(sendingLimits).values({
          ...{ connectionId: line, dailyCap: 1000, warmsUp: true, quietFrom: '20:00', quietTo: '08:00' },
        }),
      );
      quiet[company] = (await statusOf(scope, line)).isQuiet;
      desk.setClock('2026-03-11T03:30:00Z');
      await scope.write((tx) => countSent(tx, line, true));
      days[company] = (await scope.db.select().from(sendingDays)).map(({ day }) => day);
    }
    expect(starts).toEqual({ aurora: '2026-11-27T13:00:00.000Z', boreal: '2026-11-27T12:00:00.000Z' });
    expect(quiet).toEqual({ aurora: true, boreal: false });
    expect(days).toEqual({ aurora: ['2026-03-10'], boreal: ['2026-03-11'] });
  });

  test('the dashboard counts by local days and hours', async () => {
    const hours: Record<string, unknown> = {};
    for (const company of COMPANIES) {
      const scope = await desk.testApp.scopeOf(ADMINISTRATOR[company]);
      await scope.write(async (tx) => {
        await tx.db.delete(ticketTrackings);
        const [ticket] = await tx.db
          .insert(tickets)
          .values({ uuid: crypto.randomUUID(), contactId: desk.contactId[company], status: 'closed' })
          .returning();
        const createdAt = new Date('2026-06-10T03:30:00Z');
        await tx.db.insert(ticketTrackings).values({ ticketId: ticket?.id ?? 0, createdAt });
      });
      const counted = async (day: string) => {
        const { data } = await countTicketsOfDays(scope, { initialDate: day, finalDate: day });
        return data.flatMap((one) => (one.total > 0 && 'horario' in one ? [one.horario] : []));
      };
      hours[company] = [await counted('2026-06-09'), await counted('2026-06-10')];
    }
    expect(hours).toEqual({ aurora: [[23], []], boreal: [[], [0]] });
  });

  test('lists by day follow the local day, also after a change of zone', async () => {
    const uuid = crypto.randomUUID();
    const moment = new Date('2026-06-10T03:30:00Z');
    for (const company of COMPANIES) {
      const scope = await desk.testApp.systemScope(company);
      const ticket = { uuid, contactId: desk.contactId[company], status: 'closed' as const };
      await scope.write((tx) =>
        tx.db.insert(tickets).values({ ...ticket, createdAt: moment, updatedAt: moment }),
      );
    }
    const listed = async (company: (typeof COMPANIES)[number], column: 'date' | 'updatedAt') => {
      const { body } = await desk.call(company, 'GET', `/tickets?status=closed&${column}=2026-06-10`);
      return [(body.tickets as { uuid: string }[]).map((one) => one.uuid), body.count];
    };
    for (const column of ['date', 'updatedAt'] as const) {
      expect(await listed('aurora', column)).toEqual([[], 0]);
      expect(await listed('boreal', column)).toEqual([[uuid], 1]);
    }
    await desk.move('aurora', 'America/Sao_Paulo');
    for (const column of ['date', 'updatedAt'] as const)
      expect(await listed('aurora', column)).toEqual([[uuid], 1]);
    await desk.move('aurora', 'America/Manaus');
  });

  test('texts for customers: greeting and hour', async () => {
    desk.setClock('2026-03-10T15:30:00Z');
    const filled: Record<string, unknown> = {};
    for (const company of COMPANIES) {
      const values = variableValues(await desk.testApp.systemScope(company), {
        contact: { name: 'Zé' },
        protocol: '',
      });
      filled[company] = [values.ms, values.hour];
    }
    expect(filled).toEqual({ aurora: ['Bom dia', '11:30:00'], boreal: ['Boa tarde', '12:30:00'] });
  });

  test('pages name the company’s zone to the islands', async () => {
    for (const [company, zone] of [
      ['aurora', 'America/Manaus'],
      ['boreal', 'America/Sao_Paulo'],
    ] as const) {
      const page = await (await desk.testApp.as(ADMINISTRATOR[company])).page('/settings');
      expect(page.text).toContain(`data-time-zone="${zone}"`);
    }
  });

  test('what runs at night runs in the company’s night', async () => {
    desk.setClock('2026-03-10T15:00:00Z');
    const nights: Record<string, string | undefined> = {};
    for (const company of COMPANIES) {
      const scope = await desk.testApp.systemScope(company);
      await scope.write((tx) =>
        tx.db.insert(settings).values({ key: 'keepMessages', value: '12', updatedAt: tx.now() }),
      );
      nights[company] = (await oldMessages.dueAt(scope))?.toISOString();
    }
    expect(nights).toEqual({ aurora: '2026-03-11T05:00:00.000Z', boreal: '2026-03-11T04:00:00.000Z' });
  });
});
