import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { createPlanner, type Planner, STATISTICS } from '@test/support/plans.ts';
import { sql } from 'drizzle-orm';
import { listContacts } from '@/modules/contacts/contacts.queries.ts';
import { ContactFilter } from '@/modules/contacts/contacts.schema.ts';
import { readArrivals } from './arrivals.queries.ts';
import { countOfPeople, countOfTimes, countTicketsOfDays, countTicketsOfUsers } from './charts.queries.ts';
import { comparePeriods } from './compared.queries.ts';
import { countNow } from './dashboard.queries.ts';
import { FIGURES, type Figure, FigureFilter, MAX_NEW_CONTACTS } from './dashboard.schema.ts';
import { listFigure } from './figure-tickets.queries.ts';
import { readPageNumbers } from './page-numbers.queries.ts';
import { readTallies } from './tallies.queries.ts';

let testApp: TestApp;
let planner: Planner;
beforeAll(async () => {
  testApp = await createTestApp();
  planner = await createPlanner();
});
afterAll(async () => {
  planner.close();
  await testApp.stop();
});

const CHART = { initialDate: '2026-03-01', finalDate: '2026-03-10' };

test('reads attendances from covering indexes regardless of planner statistics', async () => {
  const scope = await testApp.scopeOf('ana');
  for (const mood of STATISTICS)
    for (const [read, index] of [
      [() => readTallies(scope, { days: 90 }), 'ticket_trackings_report'],
      [
        () => readTallies(scope, { date_from: '2026-03-01', date_to: '2026-03-10' }),
        'ticket_trackings_report',
      ],
      [() => readArrivals(scope, { days: 90 }), 'ticket_trackings_arrived'],
      [() => countTicketsOfDays(scope, CHART), 'ticket_trackings_arrived'],
      [() => countTicketsOfUsers(scope, CHART), 'ticket_trackings_finished'],
    ] as const) {
      const steps = await planner.stepsOf(read, mood);
      const ofThem = steps.map(({ detail }) => detail).filter((detail) => /ticket_trackings/.test(detail));
      expect(ofThem).not.toEqual([]);
      for (const detail of ofThem)
        expect([mood, detail]).toEqual([
          mood,
          expect.stringContaining(`SEARCH ticket_trackings USING COVERING INDEX ${index} (`),
        ]);
    }
});

const THEIRS = { queueId: 1, userId: 2 };

test('reads attendances of a queue and a person by their times alone', async () => {
  const scope = await testApp.scopeOf('ana');
  const listed = (of: Figure) => () => listFigure(scope, FigureFilter.parse({ of, days: 90, ...THEIRS }));
  for (const mood of STATISTICS)
    for (const [read, indexes] of [
      [() => readTallies(scope, { days: 90, ...THEIRS }), ['report']],
      [() => readArrivals(scope, { days: 90, ...THEIRS }), ['arrived']],
      [() => countOfTimes(scope, CHART, THEIRS), ['arrived']],
      [() => countOfPeople(scope, CHART, THEIRS), ['finished']],
      [() => comparePeriods(scope, { days: 7, ...THEIRS }), ['report', 'arrived', 'finished']],
      ...FIGURES.map((of) => [listed(of), ['report', 'arrived', 'finished']] as const),
    ] as const) {
      const steps = await planner.stepsOf(read, mood);
      // The rows of one page are read by their ids.
      const searched = steps.filter(
        ({ detail }) => /ticket_trackings/.test(detail) && !/INTEGER PRIMARY KEY/.test(detail),
      );
      for (const { detail } of searched) {
        const index = /^SEARCH ticket_trackings USING (?:COVERING )?INDEX ticket_trackings_(\w+) \(/.exec(
          detail,
        );
        expect([mood, detail, indexes.some((name) => name === index?.[1])]).toEqual([mood, detail, true]);
        // Only with the period: all of a person's years would be read otherwise.
        expect([mood, detail]).toEqual([mood, expect.stringMatching(/_at[<>]/)]);
      }
    }
});

test('counts the tickets of a queue and a person now without reading closed ones', async () => {
  const scope = await testApp.scopeOf('ana');
  for (const [n, mood] of STATISTICS.entries()) {
    // Another queue each time, because the counts are cached.
    const steps = await planner.stepsOf(() => countNow(scope, { queueId: n + 1, userId: 2 }), mood);
    const details = steps
      .map(({ detail }) => detail)
      .filter((detail) => /(SEARCH|SCAN) tickets/.test(detail));
    expect(details.length).toBeGreaterThan(1);
    for (const detail of details)
      expect([mood, detail]).toEqual([
        mood,
        expect.stringMatching(/^SEARCH tickets USING (COVERING )?INDEX \w+ \(status/),
      ]);
  }
});

const COUNTED = 'SEARCH contacts USING COVERING INDEX contacts_created (created_at>? AND created_at<?)';

test('counts new contacts from an index of that period', async () => {
  const scope = await testApp.scopeOf('ana');
  const dates = ContactFilter.parse({ dateStart: '2026-03-01', dateEnd: '2026-03-10' });
  for (const mood of STATISTICS)
    for (const [read, counting] of [
      [() => readPageNumbers(scope, { days: 90 }, 'tickets'), /from "contacts" .* limit \?/],
      [() => listContacts(scope, dates), /^select count\(\*\) from \(select 1/],
    ] as const) {
      const steps = await planner.stepsOf(read, mood);
      const details = steps.filter(({ sql }) => counting.test(sql)).map(({ detail }) => detail);
      expect(details.filter((detail) => /^(SEARCH|SCAN) contacts/.test(detail))).toEqual([COUNTED]);
    }
});

test('shows no more than 10,000 new contacts exactly', async () => {
  const scope = await testApp.scopeOf('ana');
  await scope.write((tx) =>
    tx.db.run(sql`with recursive n(i) as (values (1) union all select i + 1 from n where i < ${MAX_NEW_CONTACTS + 50})
      insert into contacts (name, number, created_at) select 'Novo ' || i, '55119' || (70000000 + i), ${scope.now().getTime()} from n`),
  );
  const { newContacts } = await readPageNumbers(scope, { days: 7 }, 'tickets');
  expect(newContacts).toBe(MAX_NEW_CONTACTS + 1);
  const { text } = await (await testApp.as('ana')).page('/');
  expect(text).toMatch(/data-card="contacts"[\s\S]*?<dd><a[^>]*>10[.,]000\+</);
});
