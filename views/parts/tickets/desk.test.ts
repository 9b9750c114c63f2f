import { describe, expect, test } from 'bun:test';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { ageOf } from './age.ts';
import { belongsTo, deskHref, filterFor, parseDeskHref } from './desk.ts';

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

  test('a clock that says nothing shows nothing', () => {
    expect(ageOf('nonsense', 0)).toBeNull();
  });
});

describe('the desk’s address', () => {
  test('says the same back', () => {
    const to = { uuid: 'a-1', filter: { status: 'pending', queueIds: [2, 5], showAll: true } } as const;
    expect(parseDeskHref(deskHref({ ...to, filter: { ...to.filter, queueIds: [2, 5] } }))).toEqual({
      uuid: 'a-1',
      filter: { status: 'pending', queueIds: [2, 5], showAll: true },
    });
    expect(deskHref({ uuid: null, filter: { status: 'open', queueIds: [], showAll: false } })).toBe(
      '/tickets',
    );
  });

  test('of a search says its words, tags and people; of what is put aside, that', () => {
    const usual = { status: 'open' as const, queueIds: [], showAll: false };
    const search = { text: 'geladeira & azul', tagIds: [3], userIds: [1, 2] };
    const href = deskHref({ uuid: 'a-1', filter: { ...usual, search } });
    expect(parseDeskHref(href)?.filter).toEqual({ ...usual, search });
    const blank = deskHref({
      uuid: null,
      filter: { ...usual, search: { text: '', tagIds: [], userIds: [] } },
    });
    expect(blank).toBe('/tickets?searchParam=');
    expect(parseDeskHref(blank)?.filter.search).toEqual({ text: '', tagIds: [], userIds: [] });
    expect(parseDeskHref('/tickets?snoozed=true')?.filter).toEqual({ ...usual, snoozed: true });
    expect(parseDeskHref(`/tickets?searchParam=${'x'.repeat(500)}`)?.filter.search?.text.length).toBe(200);
  });

  test('of some connections names them, in every view', () => {
    const filter = { status: 'open' as const, queueIds: [], whatsappIds: [3], showAll: false };
    expect(deskHref({ uuid: null, filter })).toBe('/tickets?whatsappIds=%5B3%5D');
    expect(parseDeskHref('/tickets?whatsappIds=[3]')?.filter).toEqual(filter);
    expect(filterFor('pending', filter)).toEqual({ ...filter, status: 'pending' });
    expect(parseDeskHref('/tickets?whatsappIds=x')?.filter).toEqual({
      status: 'open',
      queueIds: [],
      showAll: false,
    });
  });

  test('of colleagues’ tickets says that, and the order of those who wait stays with every list', () => {
    const usual = { status: 'open' as const, queueIds: [], showAll: false };
    const team = filterFor('team', { ...usual, status: 'pending', sort: 'newest' });
    expect(deskHref({ uuid: null, filter: team })).toBe('/tickets?team=true&sort=newest');
    expect(parseDeskHref('/tickets?team=true&sort=newest')?.filter).toEqual({
      ...usual,
      team: true,
      sort: 'newest',
    });
    expect(filterFor('pending', team)).toEqual({ ...usual, status: 'pending', sort: 'newest' });
    expect(parseDeskHref('/tickets?sort=oldest')?.filter).toEqual(usual);
  });

  test('nonsense counts as usual, other pages are not the desk', () => {
    expect(parseDeskHref('/tickets?status=x&queueIds=[1,"a",-2&showAll=1')).toEqual({
      uuid: null,
      filter: { status: 'open', queueIds: [], showAll: false },
    });
    expect(parseDeskHref('/contacts')).toBeUndefined();
    expect(parseDeskHref('/tickets/a/header')).toBeUndefined();
  });
});

describe('what stays in the list', () => {
  const ticket = (over: Partial<TicketView>) =>
    ({ status: 'open', userId: 1, queueId: 1, snoozedUntil: null, ...over }) as TicketView;
  const filter = { status: 'open', queueIds: [], showAll: false } as const;
  const mine = { ...filter, queueIds: [] };

  test('own open ones; others’ with "show all"', () => {
    expect(belongsTo(mine, 1, ticket({}))).toBe(true);
    expect(belongsTo(mine, 1, ticket({ userId: 2 }))).toBe(false);
    expect(belongsTo({ ...mine, showAll: true }, 1, ticket({ userId: 2 }))).toBe(true);
    expect(belongsTo(mine, 1, ticket({ status: 'closed' }))).toBe(false);
    expect(belongsTo(mine, 1, ticket({ snoozedUntil: '2026-03-02T12:00:00.000Z' }))).toBe(false);
  });

  test('waiting and closed ones of everybody, in the chosen queues or in none', () => {
    const pending = { status: 'pending' as const, queueIds: [1], showAll: false };
    expect(belongsTo(pending, 1, ticket({ status: 'pending', userId: null }))).toBe(true);
    expect(belongsTo(pending, 1, ticket({ status: 'pending', queueId: 2 }))).toBe(false);
    expect(belongsTo(pending, 1, ticket({ status: 'pending', queueId: null }))).toBe(true);
    expect(belongsTo({ ...pending, status: 'closed' }, 1, ticket({ status: 'closed', userId: 9 }))).toBe(
      true,
    );
  });
});
