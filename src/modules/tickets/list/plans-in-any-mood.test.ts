import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import { createPlanner, MOODS, type Mood, type Planner, type Step, walks } from '@test/support/plans.ts';
import { listContacts } from '@/modules/contacts/contacts.queries.ts';
import { ContactFilter } from '@/modules/contacts/contacts.schema.ts';
import { findFirstSteps } from '@/modules/first-steps/first-steps.queries.ts';
import { listMessages } from '@/modules/messages/messages.queries.ts';
import { MessagesQuery } from '@/modules/messages/messages.schema.ts';
import { COMPANY_WORK } from '@/schedule.ts';
import { TicketFilter } from '../tickets.schema.ts';
import { countTickets, listTickets } from './tickets.queries.ts';

let desk: TestDesk;
let planner: Planner;
beforeAll(async () => {
  desk = await createTestDesk();
  // A company that opens is looked at once more.
  await desk.systemScope();
  planner = await createPlanner();
});
afterAll(async () => {
  planner.close();
  await desk.stop();
});

const listed = (who: PersonName, filter: Record<string, string>, mood: Mood) =>
  planner.stepsOf(async () => listTickets(await desk.scopeOf(who), TicketFilter.parse(filter)), mood);
const contactsOf = (filter: Record<string, string>, mood: Mood) =>
  planner.stepsOf(async () => listContacts(await desk.scopeOf('ana'), ContactFilter.parse(filter)), mood);

const walked = (steps: Step[], mood: Mood) => (mood === 'few' ? [] : walks(steps));

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

describe.each([...MOODS])('told of %s', (mood) => {
  test.each(LISTS)(
    'a list of %s, %j, is walked along %s and already in order',
    async (who, filter, index) => {
      const steps = await listed(who, filter, mood);
      expect(first(steps, PAGE)).toMatch(
        new RegExp(`(SEARCH|SCAN) tickets USING (COVERING )?INDEX ${index}\\b`),
      );
      if (mood !== 'every index finds few') expect(sorts(steps, PAGE)).toEqual([]);
      expect(walked(steps, mood)).toEqual([]);
    },
  );

  test.each([
    ['ana', {}],
    ['ana', { queueIds: '[1]' }],
    ['ana', { queueIds: '[1]', status: 'open', users: '[1]', tags: '[1]' }],
    ['ana', { after: '1760000000000,7' }],
    ['bia', {}],
    ['bia', { queueIds: '[1]', status: 'closed' }],
  ] as [PersonName, Record<string, string>][])(
    'a search of %s, %j, takes what was found one by one',
    async (who, filter) => {
      const steps = await listed(who, { ...filter, searchParam: 'pedido' }, mood);
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
      expect(walked(steps, mood)).toEqual([]);
    },
  );

  test('those put aside are found by it, without a walk', async () => {
    const steps = await listed('ana', { snoozed: 'true', showAll: 'true' }, mood);
    if (mood !== 'few') expect(first(steps, PAGE)).toContain('USING INDEX tickets_snoozed');
    expect(walked(steps, mood)).toEqual([]);
  });

  test('counts read an index and no row', async () => {
    const steps = await planner.stepsOf(
      async () =>
        countTickets(await desk.scopeOf('ana'), { queueIds: [MOODS.indexOf(mood) + 1], showAll: true }),
      mood,
    );
    const counted = steps.filter(({ sql }) => sql.includes('count('));
    expect(counted.length).toBeGreaterThanOrEqual(2);
    for (const { detail } of counted)
      expect(detail).toMatch(/USING (COVERING INDEX tickets_listed|INDEX tickets_snoozed)/);
  });

  test('contacts are walked by name, or found and sorted', async () => {
    const everybody = await contactsOf({}, mood);
    expect(first(everybody, /sort_name/)).toContain('USING INDEX contacts_by_name');
    expect(walked(everybody, mood)).toEqual([]);
    expect(everybody.map(({ detail }) => detail)).toContain(
      'SEARCH contact_totals USING INTEGER PRIMARY KEY (rowid=?)',
    );
    const found = await contactsOf({ searchParam: 'maria' }, mood);
    expect(found.map(({ detail }) => detail)).toContain(
      'SEARCH contacts USING INTEGER PRIMARY KEY (rowid=?)',
    );
    expect(walked(found, mood).filter((detail) => !detail.includes('contacts_groups'))).toEqual([]);
    const behind = await contactsOf({ after: '1' }, mood);
    expect(first(behind, /sort_name/)).toContain('contacts_by_name (sort_name>?)');
  });

  test('whether anybody has ever answered is known without a walk through what was said', async () => {
    const steps = await planner.stepsOf(async () => findFirstSteps(await desk.scopeOf('ana')), mood);
    expect(first(steps, /first_answer_at/)).toContain('INDEX ticket_trackings_answered');
    expect(walked(steps, mood)).toEqual([]);
  });

  test('a page of a conversation, and what the clock looks for', async () => {
    const page = await planner.stepsOf(
      async () => listMessages(await desk.scopeOf('ana'), 1, MessagesQuery.parse({})),
      mood,
    );
    expect(page.some(({ detail }) => detail.includes('messages_by_ticket'))).toBe(true);
    expect(walked(page, mood)).toEqual([]);
    const scope = await desk.systemScope();
    const ahead = await planner.stepsOf(async () => {
      for (const chore of COMPANY_WORK.chores) await chore.dueAt(scope);
      for (const work of COMPANY_WORK.atStart) await work.isWanted(scope);
    }, mood);
    expect(ahead.length).toBeGreaterThan(4);
    // Indexes of what lies ahead, and rules and webhooks, of which a company has fifty at most.
    const few = /tickets_snoozed|sent_changes_by_age|rule_runs_by_age|^SCAN (rules|webhooks)$/;
    // One row, the oldest.
    const first = ['SCAN audit_entries', 'SCAN settingChanges'];
    expect(walked(ahead, mood).filter((detail) => !few.test(detail) && !first.includes(detail))).toEqual([]);
  });
});
