import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { campaignMinutes, campaigns, ticketTrackings } from '@db/tenant/schema/index.ts';
import type { TestApp } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { createTicketFixture, type TicketFixture } from '@/modules/tickets/ticket-fixture.test-support.ts';
import { sumCampaigns } from './campaign-sums.queries.ts';
import { comparePeriods } from './compared.queries.ts';
import { previousOf } from './period.queries.ts';

const DAY_MS = 86_400_000;
let on: TicketFixture;
let testApp: TestApp;

const ago = (days: number) => new Date(testApp.clock.now.getTime() - days * DAY_MS);
type Row = Partial<typeof ticketTrackings.$inferInsert>;
const attended = (days: number, answerSeconds: number | null, more: Row = {}): Row => ({
  queuedAt: ago(days),
  createdAt: ago(days),
  startedAt: ago(days),
  finishedAt: ago(days - 0.1),
  firstAnswerAt: answerSeconds === null ? null : ago(days - 0.05),
  answerSeconds,
  ...more,
});

beforeAll(async () => {
  on = await createTicketFixture();
  testApp = on.testApp;
  await on.reset();
  const { ticketId } = on;
  await on.system.write(async (tx) => {
    await tx.db.delete(ticketTrackings);
    const rows = [
      attended(1, 600, { rate: 3, userId: testApp.people.userId.bia }),
      attended(2, 1_200),
      attended(3, null),
      attended(4, null, { isOurs: true }),
      attended(8, 3_000, { rate: 1 }),
      attended(15, 60),
    ];
    await tx.db.insert(ticketTrackings).values(rows.map((row) => ({ ticketId, ...row })));
  });
});
afterAll(() => testApp.stop());

const compare = async (filter = { days: 7 }) => comparePeriods(await testApp.scopeOf('ana'), filter);

describe('the dashboard compared', () => {
  test('sets each figure beside that of the same time before', async () => {
    const { finished, answer, rating } = await compare();
    expect(finished).toEqual({ now: 4, before: 1 });
    expect(answer).toEqual({ now: 15, before: 50 });
    expect(rating).toEqual({ now: 3, before: 1 });
  });

  test('counts an attendance in the period of its end, whenever it began', async () => {
    const more = { finishedAt: ago(3), resolutionSeconds: 6_000, rate: 2 };
    const row = { ...attended(10, null, more), ticketId: on.ticketId };
    const [{ id = 0 } = {}] = await on.system.write((tx) =>
      tx.db.insert(ticketTrackings).values(row).returning(),
    );
    const { finished, resolution, rating } = await compare();
    const ana = await testApp.as('ana');
    const listed = async (query: string) =>
      /id="figure-count">(\d+)</.exec(
        (await ana.page(`/dashboard/tickets?of=ended&days=7${query}`)).text,
      )?.[1];
    expect([await listed(''), await listed('&previous=true')]).toEqual(['5', '1']);
    expect([finished, resolution, rating]).toEqual([
      { now: 5, before: 1 },
      { now: 100, before: null },
      { now: 2.5, before: 1 },
    ]);
    await on.system.write((tx) => tx.db.delete(ticketTrackings).where(eq(ticketTrackings.id, id)));
  });

  test('of all time has nothing before it', async () => {
    expect((await comparePeriods(await testApp.scopeOf('ana'), {})).finished).toEqual({
      now: 6,
      before: null,
    });
  });

  test('lists the slowest answers and those who got none, not conversations of ours', async () => {
    const { slowest, missed, missedCount } = await compare();
    expect(slowest.map(({ minutes }) => minutes)).toEqual([20, 10]);
    expect([missed.length, missedCount]).toEqual([1, 1]);
    expect(missed[0]?.uuid).toMatch(/^[\da-f-]{36}$/);
  });

  test.each(['2026-03-05T03:00:00Z', '2026-03-05T03:00:30Z'])(
    'counts a campaign’s minute once where two periods meet at %p',
    async (border) => {
      const scope = await testApp.scopeOf('ana');
      const minute = Date.parse('2026-03-05T03:00:00Z') / 60_000;
      await scope.write(async (tx) => {
        const [row] = await tx.db.insert(campaigns).values({ name: 'Março' }).returning();
        await tx.db
          .insert(campaignMinutes)
          .values({ campaignId: row?.id ?? 0, minute, sends: 1, replies: 1 });
      });
      const to = new Date(border);
      const range = { from: to, to: new Date(to.getTime() + DAY_MS) };
      const sums = [previousOf(range), range].map((one) => sumCampaigns(scope, one));
      expect((await Promise.all(sums)).map(({ sends }) => sends).sort()).toEqual([0, 1]);
      await scope.write((tx) => tx.db.delete(campaigns));
    },
  );

  test('is for administrators, and loads beside the page', async () => {
    await expect(comparePeriods(await testApp.scopeOf('rui'), { days: 7 })).rejects.toThrow(
      'ERR_NO_PERMISSION',
    );
    const ana = await testApp.as('ana');
    expect((await ana.page('/?days=30')).text).toContain('hx-get="/dashboard/compared?days=30"');
    const { text } = await ana.part('GET', '/dashboard/compared?days=7');
    for (const shown of [
      '↑ antes: 1',
      '↓ antes: 50 min',
      'Encerrados sem resposta',
      'href="/messages/failed?from=2026-03-03"',
    ])
      expect(text).toContain(shown);
    const past = '?date_from=2001-01-01&date_to=2001-01-31';
    const older = await ana.part('GET', `/dashboard/compared${past}`);
    expect(older.text).toMatch(/data-change="finished"[\s\S]*?<dd>(?:<a[^>]*>)?0</);
    // Neither part may fall back to the usual seven days.
    const people = await ana.part('GET', `/dashboard/attendants${past}`);
    expect(people.text).not.toContain('Muito satisfeito');
    expect((await (await testApp.as('bia')).part('GET', '/dashboard/compared?days=7')).status).toBe(403);
  });
});
