import { describe, expect, test } from 'bun:test';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { ageOf } from './age.ts';
import { belongsTo, filterFor, parseWorkspaceHref, workspaceHref } from './workspace.ts';

const MINUTE = 60_000;
const start = '2026-03-01T12:00:00.000Z';
const after = (minutes: number) => ageOf(start, Date.parse(start) + minutes * MINUTE);

describe('age labels (spec §9)', () => {
  test.each([
    [0, null],
    [2.99, null],
    [3, { unit: 'minutes', value: 3, tone: 'green' }],
    [10.5, { unit: 'minutes', value: 10, tone: 'green' }],
    [11, { unit: 'minutes', value: 11, tone: 'plain' }],
    [29, { unit: 'minutes', value: 29, tone: 'plain' }],
    [30, { unit: 'minutes', value: 30, tone: 'orange' }],
    [59, { unit: 'minutes', value: 59, tone: 'orange' }],
    [60, { unit: 'hours', value: 1, tone: 'red' }],
    [23 * 60 + 59, { unit: 'hours', value: 23, tone: 'red' }],
    [24 * 60, { unit: 'days', value: 1, tone: 'red' }],
    [10 * 24 * 60, { unit: 'days', value: 10, tone: 'red' }],
    [-5, null],
  ] as const)('%p minutes', (minutes, expected) => {
    expect(after(minutes)).toEqual(expected);
  });

  test('an invalid time has no label', () => {
    expect(ageOf('nonsense', 0)).toBeNull();
  });
});

describe('workspace URL', () => {
  test('names tickets without a queue instead of queues', () => {
    const filter = { status: 'pending', queueIds: [], noQueue: true, showAll: false } as const;
    const href = workspaceHref({ uuid: null, filter: { ...filter, queueIds: [] } });
    expect(href).toBe('/tickets?status=pending&noQueue=true');
    expect(parseWorkspaceHref(`${href}&queueIds=[1]`)?.filter).toEqual({ ...filter, queueIds: [] });
  });

  test('round-trips ticket and filter', () => {
    const to = { uuid: 'a-1', filter: { status: 'pending', queueIds: [2, 5], showAll: true } } as const;
    expect(parseWorkspaceHref(workspaceHref({ ...to, filter: { ...to.filter, queueIds: [2, 5] } }))).toEqual({
      uuid: 'a-1',
      filter: { status: 'pending', queueIds: [2, 5], showAll: true },
    });
    expect(workspaceHref({ uuid: null, filter: { status: 'open', queueIds: [], showAll: false } })).toBe(
      '/tickets',
    );
  });

  test('contains the text, tags and users of a search, and the snoozed view', () => {
    const usual = { status: 'open' as const, queueIds: [], showAll: false };
    const search = { text: 'geladeira & azul', tagIds: [3], userIds: [1, 2] };
    const href = workspaceHref({ uuid: 'a-1', filter: { ...usual, search } });
    expect(parseWorkspaceHref(href)?.filter).toEqual({ ...usual, search });
    const blank = workspaceHref({
      uuid: null,
      filter: { ...usual, search: { text: '', tagIds: [], userIds: [] } },
    });
    expect(blank).toBe('/tickets?searchParam=');
    expect(parseWorkspaceHref(blank)?.filter.search).toEqual({ text: '', tagIds: [], userIds: [] });
    expect(parseWorkspaceHref('/tickets?snoozed=true')?.filter).toEqual({ ...usual, snoozed: true });
    expect(parseWorkspaceHref(`/tickets?searchParam=${'x'.repeat(500)}`)?.filter.search?.text.length).toBe(
      200,
    );
  });

  test('contains the chosen connections in every view', () => {
    const filter = { status: 'open' as const, queueIds: [], whatsappIds: [3], showAll: false };
    expect(workspaceHref({ uuid: null, filter })).toBe('/tickets?whatsappIds=%5B3%5D');
    expect(parseWorkspaceHref('/tickets?whatsappIds=[3]')?.filter).toEqual(filter);
    expect(filterFor('pending', filter)).toEqual({ ...filter, status: 'pending' });
    expect(parseWorkspaceHref('/tickets?whatsappIds=x')?.filter).toEqual({
      status: 'open',
      queueIds: [],
      showAll: false,
    });
  });

  test('contains the team view and preserves the sort order of pending tickets', () => {
    const usual = { status: 'open' as const, queueIds: [], showAll: false };
    const team = filterFor('team', { ...usual, status: 'pending', sort: 'newest' });
    expect(workspaceHref({ uuid: null, filter: team })).toBe('/tickets?team=true&sort=newest');
    expect(parseWorkspaceHref('/tickets?team=true&sort=newest')?.filter).toEqual({
      ...usual,
      team: true,
      sort: 'newest',
    });
    expect(filterFor('pending', team)).toEqual({ ...usual, status: 'pending', sort: 'newest' });
    expect(parseWorkspaceHref('/tickets?sort=oldest')?.filter).toEqual(usual);
  });

  test('falls back to defaults for invalid values and ignores other pages', () => {
    expect(parseWorkspaceHref('/tickets?status=x&queueIds=[1,"a",-2&showAll=1')).toEqual({
      uuid: null,
      filter: { status: 'open', queueIds: [], showAll: false },
    });
    expect(parseWorkspaceHref('/contacts')).toBeUndefined();
    expect(parseWorkspaceHref('/tickets/a/header')).toBeUndefined();
  });
});

describe('tickets that belong to the list', () => {
  const ticket = (over: Partial<TicketView>) =>
    ({ status: 'open', userId: 1, queueId: 1, snoozedUntil: null, ...over }) as TicketView;
  const filter = { status: 'open', queueIds: [], showAll: false } as const;
  const mine = { ...filter, queueIds: [] };

  test('own open ones, and others’ with "show all"', () => {
    expect(belongsTo(mine, 1, ticket({}))).toBe(true);
    expect(belongsTo(mine, 1, ticket({ userId: 2 }))).toBe(false);
    expect(belongsTo({ ...mine, showAll: true }, 1, ticket({ userId: 2 }))).toBe(true);
    expect(belongsTo(mine, 1, ticket({ status: 'closed' }))).toBe(false);
    expect(belongsTo(mine, 1, ticket({ snoozedUntil: '2026-03-02T12:00:00.000Z' }))).toBe(false);
  });

  test('pending and closed ones of any user, in the chosen queues or in none', () => {
    const pending = { status: 'pending' as const, queueIds: [1], showAll: false };
    expect(belongsTo(pending, 1, ticket({ status: 'pending', userId: null }))).toBe(true);
    expect(belongsTo(pending, 1, ticket({ status: 'pending', queueId: 2 }))).toBe(false);
    expect(belongsTo(pending, 1, ticket({ status: 'pending', queueId: null }))).toBe(true);
    expect(belongsTo({ ...pending, status: 'closed' }, 1, ticket({ status: 'closed', userId: 9 }))).toBe(
      true,
    );
  });
});
