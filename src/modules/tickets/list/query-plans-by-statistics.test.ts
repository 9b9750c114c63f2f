import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import {
  createPlanner,
  type Planner,
  STATISTICS,
  type Statistics,
  type Step,
  walks,
} from '@test/support/plans.ts';
import { listContacts } from '@/modules/contacts/contacts.queries.ts';
import { ContactFilter } from '@/modules/contacts/contacts.schema.ts';
import { findFirstSteps } from '@/modules/first-steps/first-steps.queries.ts';
import { listMessages } from '@/modules/messages/messages.queries.ts';
import { MessagesQuery } from '@/modules/messages/messages.schema.ts';
import { COMPANY_WORK } from '@/schedule.ts';
import { TicketFilter } from '../tickets.schema.ts';
import { countTickets, listTickets } from './tickets.queries.ts';

let testApp: TestApp;
let planner: Planner;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.systemScope();
  planner = await createPlanner();
});
afterAll(async () => {
  planner.close();
  await testApp.stop();
});

const listed = (who: PersonName, filter: Record<string, string>, statistics: Statistics) =>
  planner.stepsOf(
    async () => listTickets(await testApp.scopeOf(who), TicketFilter.parse(filter)),
    statistics,
  );
const contactsOf = (filter: Record<string, string>, statistics: Statistics) =>
  planner.stepsOf(
    async () => listContacts(await testApp.scopeOf('ana'), ContactFilter.parse(filter)),
    statistics,
  );

const walked = (steps: Step[], statistics: Statistics) => (statistics === 'few' ? [] : walks(steps));

const first = (steps: Step[], sql: RegExp) => steps.find((step) => sql.test(step.sql))?.detail;
const sorts = (steps: Step[], sql: RegExp) =>
  steps.filter((step) => sql.test(step.sql) && step.detail.includes('ORDER BY'));
const PAGE = /attendance|ticket_trackings/;

const LISTS: [who: PersonName, filter: Record<string, string>, index: string][] = [
  ['ana', { status: 'open', showAll: 'true' }, 'tickets_listed'],
  ['ana', { status: 'open' }, 'tickets_by_user'],
  ['ana', { status: 'pending', showAll: 'true' }, 'tickets_listed'],
  ['ana', { status: 'closed' }, 'tickets_listed'],
  ['ana', { status: 'open', showAll: 'true', queueIds: '[1]' }, 'tickets_listed'],
  ['ana', { status: 'open', showAll: 'true', users: '[1,2]' }, 'tickets_listed'],
  ['ana', { status: 'open', showAll: 'true', tags: '[1]' }, 'tickets_listed'],
  ['ana', { status: 'open', showAll: 'true', withUnreadMessages: 'true' }, 'tickets_listed'],
  ['ana', { status: 'open', showAll: 'true', after: '1760000000000,7' }, 'tickets_listed'],
  ['bia', { status: 'open' }, 'tickets_by_user'],
  ['bia', { status: 'pending' }, 'tickets_listed'],
  ['bia', { status: 'pending', queueIds: '[1]' }, 'tickets_listed'],
  ['ana', { status: 'pending', sort: 'oldest', showAll: 'true' }, 'tickets_waiting'],
  ['bia', { status: 'pending', sort: 'oldest' }, 'tickets_waiting'],
  ['bia', { status: 'pending', sort: 'newest', queueIds: '[1]' }, 'tickets_waiting'],
  ['bia', { status: 'pending', sort: 'oldest', tags: '[1]' }, 'tickets_waiting'],
  ['bia', { status: 'pending', sort: 'oldest', after: '1760000000000,7' }, 'tickets_waiting'],
  ['bia', { status: 'pending', sort: 'newest', after: '1760000000000,7' }, 'tickets_waiting'],
  ['rui', { status: 'open', team: 'true' }, 'tickets_listed'],
  ['rui', { status: 'open', team: 'true', queueIds: '[1]' }, 'tickets_listed'],
  ['rui', { status: 'open', team: 'true', after: '1760000000000,7' }, 'tickets_listed'],
  ['bia', { status: 'closed' }, 'tickets_listed'],
  ['bia', { status: 'closed', queueIds: '[1,2]' }, 'tickets_listed'],
];

describe.each([...STATISTICS])('query plans (planner statistics: %s)', (statistics) => {
  test.each(LISTS)('lists tickets for %s, %j, through %s without a sort', async (who, filter, index) => {
    const steps = await listed(who, filter, statistics);
    expect(first(steps, PAGE)).toMatch(
      new RegExp(`(SEARCH|SCAN) tickets USING (COVERING )?INDEX ${index}\\b`),
    );
    if (statistics !== 'every index finds few') expect(sorts(steps, PAGE)).toEqual([]);
    expect(walked(steps, statistics)).toEqual([]);
  });

  test.each([
    ['ana', {}],
    ['ana', { queueIds: '[1]' }],
    ['ana', { queueIds: '[1]', status: 'open', users: '[1]', tags: '[1]' }],
    ['ana', { after: '1760000000000,7' }],
    ['bia', {}],
    ['bia', { queueIds: '[1]', status: 'closed' }],
  ] as [PersonName, Record<string, string>][])(
    'searches for %s, %j, and looks up each match by index',
    async (who, filter) => {
      const steps = await listed(who, { ...filter, searchParam: 'pedido' }, statistics);
      const found = steps.filter(
        ({ sql, detail }) => sql.includes('found.value') && /^(SCAN|SEARCH)/.test(detail),
      );
      expect(found.slice(0, 2).map(({ detail }) => detail)).toEqual([
        expect.stringContaining('SCAN found VIRTUAL TABLE'),
        'SEARCH tickets USING COVERING INDEX tickets_found (id=?)',
      ]);
      expect(steps.map(({ detail }) => detail)).toContain(
        'SEARCH m USING COVERING INDEX messages_to_ticket (id=?)',
      );
      expect(steps.map(({ detail }) => detail)).toContain(
        'SEARCH tickets USING COVERING INDEX tickets_by_contact (contact_id=?)',
      );
      expect(walked(steps, statistics)).toEqual([]);
    },
  );

  test('finds snoozed tickets through their index without a full scan', async () => {
    const steps = await listed('ana', { snoozed: 'true', showAll: 'true' }, statistics);
    if (statistics !== 'few') expect(first(steps, PAGE)).toContain('USING INDEX tickets_snoozed');
    expect(walked(steps, statistics)).toEqual([]);
  });

  test('counts tickets from an index only', async () => {
    const steps = await planner.stepsOf(
      async () =>
        countTickets(await testApp.scopeOf('ana'), {
          queueIds: [STATISTICS.indexOf(statistics) + 1],
          showAll: true,
        }),
      statistics,
    );
    const counted = steps.filter(({ sql }) => sql.includes('count('));
    expect(counted.length).toBeGreaterThanOrEqual(2);
    for (const { detail } of counted)
      expect(detail).toMatch(/USING (COVERING INDEX tickets_listed|INDEX tickets_snoozed)/);
  });

  test('lists contacts by the name index, and finds and sorts matches', async () => {
    const everybody = await contactsOf({}, statistics);
    expect(first(everybody, /sort_name/)).toContain('USING INDEX contacts_by_name');
    expect(walked(everybody, statistics)).toEqual([]);
    expect(everybody.map(({ detail }) => detail)).toContain(
      'SEARCH contact_totals USING INTEGER PRIMARY KEY (rowid=?)',
    );
    const found = await contactsOf({ searchParam: 'maria' }, statistics);
    expect(found.map(({ detail }) => detail)).toContain(
      'SEARCH contacts USING INTEGER PRIMARY KEY (rowid=?)',
    );
    expect(walked(found, statistics).filter((detail) => !detail.includes('contacts_groups'))).toEqual([]);
    const after = await contactsOf({ after: '1' }, statistics);
    expect(first(after, /sort_name/)).toContain('contacts_by_name (sort_name>?)');
  });

  test('checks for any first answer without a full scan', async () => {
    const steps = await planner.stepsOf(async () => findFirstSteps(await testApp.scopeOf('ana')), statistics);
    expect(first(steps, /first_answer_at/)).toContain('INDEX ticket_trackings_answered');
    expect(walked(steps, statistics)).toEqual([]);
  });

  test('reads a page of messages and finds due jobs without a full scan', async () => {
    const page = await planner.stepsOf(
      async () => listMessages(await testApp.scopeOf('ana'), 1, MessagesQuery.parse({})),
      statistics,
    );
    expect(page.some(({ detail }) => detail.includes('messages_by_ticket'))).toBe(true);
    expect(walked(page, statistics)).toEqual([]);
    const scope = await testApp.systemScope();
    const ahead = await planner.stepsOf(async () => {
      for (const job of COMPANY_WORK.jobs) await job.dueAt(scope);
      for (const work of COMPANY_WORK.atStart) await work.isWanted(scope);
    }, statistics);
    expect(ahead.length).toBeGreaterThan(4);
    // Partial indexes of pending work, and rules and webhooks, of which a company has fifty at most.
    const few = /tickets_snoozed|sent_changes_by_age|rule_runs_by_age|^SCAN (rules|webhooks)$/;
    const first = ['SCAN audit_entries', 'SCAN settingChanges'];
    expect(
      walked(ahead, statistics).filter((detail) => !few.test(detail) && !first.includes(detail)),
    ).toEqual([]);
  });
});
