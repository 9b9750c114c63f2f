import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tickets, ticketTrackings } from '@db/tenant/schema/index.ts';
import { CLOSED, createZonedCompanies, type ZonedCompanies } from '@test/support/zoned-companies.ts';
import { countTicketsOfDays } from '@/modules/dashboard/charts.queries.ts';
import { punctualJobsOf } from '@/schedule.ts';

let desk: ZonedCompanies;
beforeAll(async () => {
  desk = await createZonedCompanies();
});
afterAll(() => desk.testApp.stop());

describe('daylight saving', () => {
  test.each([
    ['America/New_York', '2026-10-31T12:30:00Z', '2026-11-01T12:30:00Z', '2026-11-01T13:00:00Z'],
    ['Europe/Lisbon', '2026-10-24T07:30:00Z', '2026-10-25T07:30:00Z', '2026-10-25T08:00:00Z'],
    ['America/Sao_Paulo', '2019-02-16T10:30:00Z', '2019-02-17T10:30:00Z', '2019-02-17T11:00:00Z'],
  ])('%s: service begins by the clock on the day it goes back', async (zone, before, early, open) => {
    await desk.move('boreal', zone);
    expect(await desk.answerAt('boreal', before)).toBeUndefined();
    expect(await desk.answerAt('boreal', early)).toContain(CLOSED);
    expect(await desk.answerAt('boreal', open)).toBeUndefined();
  });

  test.each([
    ['America/New_York', '2026-03-07T12:30:00Z', '2026-03-08T12:00:00Z'],
    ['Europe/Lisbon', '2026-03-28T07:30:00Z', '2026-03-29T07:00:00Z'],
    ['America/Sao_Paulo', '2018-11-03T10:30:00Z', '2018-11-04T10:00:00Z'],
  ])('%s: and on the day it goes forward', async (zone, closed, open) => {
    await desk.move('boreal', zone);
    expect(await desk.answerAt('boreal', closed)).toContain(CLOSED);
    expect(await desk.answerAt('boreal', open)).toBeUndefined();
  });

  test.each([
    ['that does not exist is an hour later', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['that occurs twice is the first, once', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ])('a schedule at a time %s', async (_name, sendAt, expected) => {
    desk.setClock('2026-03-01T15:00:00Z');
    await desk.move('boreal', 'America/New_York');
    const body = { body: 'Hora dupla', contactId: desk.contactId.boreal, sendAt };
    const { body: made } = await desk.call('boreal', 'POST', '/schedules', body);
    expect(made.sendAt).toBe(expected);
    desk.testApp.whatsapp.sent.length = 0;
    for (const hour of [-1, 0, 1, 2]) {
      desk.setClock(new Date(Date.parse(expected) + hour * 3_600_000).toISOString());
      await punctualJobsOf(desk.testApp.kernel)();
      await desk.testApp.settle();
    }
    expect(desk.testApp.whatsapp.sent).toHaveLength(1);
  });

  test('an hour that occurs twice is one hour of the dashboard', async () => {
    await desk.move('boreal', 'America/New_York');
    const scope = await desk.testApp.scopeOf('davi');
    await scope.write(async (tx) => {
      await tx.db.delete(ticketTrackings);
      const [ticket] = await tx.db
        .insert(tickets)
        .values({ uuid: crypto.randomUUID(), contactId: desk.contactId.boreal, status: 'closed' })
        .returning();
      for (const at of ['2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z', '2025-11-03T04:59:00Z'])
        await tx.db.insert(ticketTrackings).values({ ticketId: ticket?.id ?? 0, createdAt: new Date(at) });
    });
    const { data } = await countTicketsOfDays(scope, { initialDate: '2025-11-02', finalDate: '2025-11-02' });
    expect(data.filter(({ total }) => total > 0)).toEqual([
      { total: 2, horario: 1 },
      { total: 1, horario: 23 },
    ] as never);
  });
});
