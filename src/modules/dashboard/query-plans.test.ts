import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { createPlanner, MOODS, type Planner } from '@test/support/plans.ts';
import { listContacts } from '@/modules/contacts/contacts.queries.ts';
import { ContactFilter } from '@/modules/contacts/contacts.schema.ts';
import { readArrivals } from './arrivals.queries.ts';
import { countTicketsOfDays, countTicketsOfUsers } from './charts.queries.ts';
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

test('counts new contacts from an index of that period', async () => {
  const scope = await testApp.scopeOf('ana');
  for (const mood of MOODS)
    for (const read of [
      () => readPageNumbers(scope, { days: 90 }, 'tickets'),
      () => listContacts(scope, ContactFilter.parse({ dateStart: '2026-03-01', dateEnd: '2026-03-10' })),
    ]) {
      const steps = await planner.stepsOf(read, mood);
      const counted = steps.filter(({ sql }) => /^select count\(\*\) from "contacts"/.test(sql));
      expect(counted.map(({ detail }) => detail)).toEqual([
        'SEARCH contacts USING COVERING INDEX contacts_created (created_at>? AND created_at<?)',
      ]);
    }
});
