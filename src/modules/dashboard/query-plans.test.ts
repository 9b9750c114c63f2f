import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { createPlanner, MOODS, type Planner } from '@test/support/plans.ts';
import { sql } from 'drizzle-orm';
import { listContacts } from '@/modules/contacts/contacts.queries.ts';
import { ContactFilter } from '@/modules/contacts/contacts.schema.ts';
import { readArrivals } from './arrivals.queries.ts';
import { countTicketsOfDays, countTicketsOfUsers } from './charts.queries.ts';
import { MOST_NEW_CONTACTS } from './dashboard.schema.ts';
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
  for (const mood of MOODS)
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

const COUNTED = 'SEARCH contacts USING COVERING INDEX contacts_created (created_at>? AND created_at<?)';

test('counts new contacts from an index of that period', async () => {
  const scope = await testApp.scopeOf('ana');
  const dates = ContactFilter.parse({ dateStart: '2026-03-01', dateEnd: '2026-03-10' });
  for (const mood of MOODS)
    for (const [read, counting] of [
      [() => readPageNumbers(scope, { days: 90 }, 'tickets'), /from "contacts" .* limit \?/],
      [() => listContacts(scope, dates), /^select count\(\*\) from "contacts"/],
    ] as const) {
      const steps = await planner.stepsOf(read, mood);
      const details = steps.filter(({ sql }) => counting.test(sql)).map(({ detail }) => detail);
      expect(details.filter((detail) => /^(SEARCH|SCAN) contacts/.test(detail))).toEqual([COUNTED]);
    }
});

test('shows no more than 10,000 new contacts exactly', async () => {
  const scope = await testApp.scopeOf('ana');
  await scope.write((tx) =>
    tx.db.run(sql`with recursive n(i) as (values (1) union all select i + 1 from n where i < ${MOST_NEW_CONTACTS + 50})
      insert into contacts (name, number, created_at) select 'Novo ' || i, '55119' || (70000000 + i), ${scope.now().getTime()} from n`),
  );
  const { newContacts } = await readPageNumbers(scope, { days: 7 }, 'tickets');
  expect(newContacts).toBe(MOST_NEW_CONTACTS + 1);
  const { text } = await (await testApp.as('ana')).page('/');
  expect(text).toMatch(/data-card="contacts"[\s\S]*?<dd>10[.,]000\+<\/dd>/);
});
