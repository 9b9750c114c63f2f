import { describe, expect, test } from 'bun:test';
import type { WorkspaceFilter } from '@views/parts/tickets/workspace.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { me, ticket } from '../workspace/fixtures.test-support.ts';
import { firstInView, preserveScroll } from './anchor.ts';
import { cursorOf, type Held, initialList, type ListState, reduceList, rowsOf } from './list-state.ts';
import { rowWindow } from './use-row-window.ts';

const filter = { status: 'open', queueIds: [], showAll: false } as const;
const mine = { ...filter, queueIds: [] as number[] };
const page = (ids: number[], hasMore = false) => ({
  tickets: ids.map((id) => ticket(id, -id)),
  count: ids.length,
  hasMore,
});
const start = (ids = [1, 2, 3], hasMore = false) =>
  initialList(me.id, mine, page(ids, hasMore), { open: ids.length, pending: 0, snoozed: 0, team: 0 });
const NONE = { open: 0, pending: 0, snoozed: 0, team: 0 };
const ids = (state: ListState, held?: Held) => rowsOf(state, held).map((row) => row.id);
const live = (state: ListState, ...events: Parameters<typeof reduceList>[1][] & object[]) =>
  reduceList(state, { type: 'live', events: events as never });

describe('order and filters', () => {
  test('a new message moves its ticket to the top unless it is older', () => {
    const state = live(start(), { action: 'update', ticket: ticket(3, 10) } as never);
    expect(ids(state)).toEqual([3, 1, 2]);
    expect(ids(state, ticket(3, -3))).toEqual([1, 2, 3]);
  });

  test('equal times are ordered by id, newest first', () => {
    const state = live(
      start([]),
      ...[5, 9, 7].map((id) => ({ action: 'update', ticket: ticket(id, 1) }) as never),
    );
    expect(ids(state)).toEqual([9, 7, 5]);
  });

  test('tickets that no longer match leave and update the counts', () => {
    let state = live(
      start(),
      { action: 'update', ticket: ticket(1, 5, { status: 'closed' }) } as never,
      { action: 'update', ticket: ticket(2, 5, { userId: 2 }) } as never,
    );
    expect(ids(state)).toEqual([3]);
    expect(state.counts).toEqual({ open: 1, pending: 0, snoozed: 0, team: 1 });
    state = live(state, {
      action: 'update',
      ticket: ticket(3, 6, { status: 'pending', userId: null }),
    } as never);
    expect(state.counts).toEqual({ open: 0, pending: 1, snoozed: 0, team: 1 });
    state = live(state, { action: 'delete', ticketId: 3 } as never);
    expect(state.counts).toEqual({ open: 0, pending: 0, snoozed: 0, team: 1 });
    expect(state.areCountsStale).toBe(false);
  });

  test('a waiting ticket counts once it is no longer with the bot, and is listed before', () => {
    const waiting = { ...mine, status: 'pending' } as const;
    const pending = (time: number, withBot: boolean) =>
      ({ action: 'update', ticket: ticket(1, time, { status: 'pending', userId: null, withBot }) }) as never;
    let state = initialList(me.id, waiting, page([]), NONE);
    state = reduceList(state, { type: 'counts', counts: NONE, since: 0 });
    state = live(state, pending(1, true));
    expect([ids(state), state.counts.pending]).toEqual([[1], 0]);
    state = live(state, pending(2, false));
    expect([ids(state), state.counts.pending]).toEqual([[1], 1]);
    state = live(state, pending(3, true));
    expect([ids(state), state.counts.pending]).toEqual([[1], 0]);
    state = live(state, { action: 'delete', ticketId: 1 } as never);
    expect([ids(state), state.counts.pending]).toEqual([[], 0]);
  });

  test('a ticket moved to another queue leaves the queue filter', () => {
    let state = reduceList(start(), { type: 'filter', filter: { ...mine, queueIds: [1] } });
    expect(state.tabs.open.isLoaded).toBe(false);
    state = reduceList(state, { type: 'page', view: 'open', page: page([1, 2]), isFirst: true, since: 0 });
    state = live(state, { action: 'update', ticket: ticket(1, 9, { queueId: 2 }) } as never);
    expect(ids(state)).toEqual([2]);
  });

  test('counts requested before a change are requested again', () => {
    const counts = { open: 3, pending: 0, snoozed: 0, team: 0 };
    const asked = live(start(), { action: 'update', ticket: ticket(50, 1) } as never);
    const since = asked.moves;
    const answered = reduceList(asked, { type: 'counts', counts, since });
    expect([answered.counts, answered.areCountsStale]).toEqual([counts, false]);
    const moved = live(asked, { action: 'update', ticket: ticket(50, 2, { status: 'closed' }) } as never);
    const late = reduceList(moved, { type: 'counts', counts, since });
    expect([late.counted, late.areCountsStale]).toEqual([1, true]);
    const unknown = live(asked, { action: 'update', ticket: ticket(51, 2) } as never);
    expect(reduceList(unknown, { type: 'counts', counts, since }).areCountsStale).toBe(true);
    const onlyPublished = live(asked, {
      action: 'update',
      ticket: ticket(50, 3, { unreadMessages: 4 }),
    } as never);
    expect(reduceList(onlyPublished, { type: 'counts', counts, since }).areCountsStale).toBe(false);
  });

  test('changing tabs preserves loaded tickets, unknown tickets make the counts stale', () => {
    const state = reduceList(start(), { type: 'filter', filter: { ...mine, status: 'pending' } });
    expect(state.tabs.open.isLoaded).toBe(true);
    expect(state.tabs.pending.isLoaded).toBe(false);
    expect(live(state, { action: 'update', ticket: ticket(50, 1) } as never).areCountsStale).toBe(true);
  });

  test('reading clears the unread count and older copies do not restore it', () => {
    let state = live(start(), { action: 'update', ticket: ticket(1, 5, { unreadMessages: 2 }) } as never);
    state = live(state, { action: 'updateUnread', ticketId: 1 } as never);
    state = live(state, { action: 'update', ticket: ticket(1, 4, { unreadMessages: 1 }) } as never);
    expect(rowsOf(state)[0]?.unreadMessages).toBe(0);
  });

  test('an undo restores the ticket’s position', () => {
    let state = live(start(), { action: 'update', ticket: ticket(1, 9, { status: 'closed' }) } as never);
    expect(ids(state)).not.toContain(1);
    const before = start();
    const was = rowsOf(before).find(({ id }) => id === 1);
    state = live(state, { action: 'update', ticket: was, restored: true } as never);
    expect(ids(state)).toEqual(ids(before));
  });
});

describe('waiting list', () => {
  const pending: WorkspaceFilter = { ...mine, status: 'pending' };
  const waiting = (id: number, since: number, touched = since) =>
    ticket(id, touched, { status: 'pending', userId: null, waitingSince: ticket(id, since).updatedAt });
  const first = (tickets: TicketView[], hasMore = false, sort?: 'newest') =>
    initialList(me.id, { ...pending, ...(sort && { sort }) }, { tickets, count: 9, hasMore }, NONE);
  const update = (ticket: TicketView) => ({ action: 'update', ticket }) as never;

  test('orders by the longest wait whatever the number of messages', () => {
    let state = first([waiting(1, 1), waiting(2, 2), waiting(3, 2)]);
    expect(ids(state)).toEqual([1, 2, 3]);
    state = live(state, update(waiting(1, 1, 50)), update(waiting(4, 40)));
    expect(ids(state)).toEqual([1, 2, 3, 4]);
    expect(state.areCountsStale).toBe(true);
  });

  test('inserts new tickets only within the loaded part until more load', () => {
    let state = live(
      first([waiting(1, 1), waiting(2, 2)], true),
      update(waiting(9, 40)),
      update(waiting(3, 0)),
    );
    expect(ids(state)).toEqual([3, 1, 2]);
    expect(cursorOf(pending, state.tabs.pending.last)).toBe(`${Date.parse(ticket(2, 2).updatedAt)},2`);
    const rest = { tickets: [waiting(5, 5), waiting(9, 40)], count: 5, hasMore: false };
    state = reduceList(state, { type: 'page', view: 'pending', page: rest, isFirst: false, since: 0 });
    expect(ids(state)).toEqual([3, 1, 2, 5, 9]);
  });

  test('reloads when sorted newest first', () => {
    let state = first([waiting(1, 1), waiting(2, 2)], true);
    state = reduceList(state, { type: 'filter', filter: { ...pending, sort: 'newest' } });
    expect([ids(state), state.tabs.pending.isLoaded]).toEqual([[2, 1], false]);
    const page = { tickets: [waiting(7, 7), waiting(6, 6)], count: 9, hasMore: true };
    state = reduceList(state, { type: 'page', view: 'pending', page, isFirst: true, since: state.clock });
    state = live(state, update(waiting(8, 8)));
    expect(ids(state)).toEqual([8, 7, 6]);
  });

  test('an accepted ticket moves to the open list, ordered by last change', () => {
    let state = live(first([waiting(1, 1), waiting(2, 2)]), update(ticket(2, 9)), update(ticket(5, 20)));
    expect(ids(state)).toEqual([1]);
    state = reduceList(state, { type: 'filter', filter: mine });
    expect(ids(state)).toEqual([5, 2]);
  });
});

describe('team list', () => {
  const theirs = (id: number, at: number, over: Partial<TicketView> = {}) =>
    ticket(id, at, { userId: 2, ...over });
  const page = { tickets: [theirs(1, 5), theirs(2, 4)], count: 2, hasMore: false };
  const team = () => initialList(me.id, { ...mine, team: true }, page, { ...NONE, team: 2 });

  test('follows colleagues’ tickets and counts them', () => {
    let state = live(team(), { action: 'update', ticket: theirs(2, 9) } as never);
    expect(ids(state)).toEqual([2, 1]);
    state = live(state, { action: 'update', ticket: theirs(1, 10, { userId: 1 }) } as never);
    expect([ids(state), state.counts]).toEqual([[2], { ...NONE, team: 1, open: 1 }]);
    state = live(state, { action: 'delete', ticketId: 2 } as never);
    expect([ids(state), state.counts.team]).toEqual([[], 0]);
  });

  test('excludes snoozed tickets and other queues', () => {
    let state = live(team(), {
      action: 'update',
      ticket: theirs(1, 6, { snoozedUntil: '2026-03-02T09:00:00.000Z' }),
    } as never);
    expect([ids(state), state.counts.team]).toEqual([[2], 1]);
    state = reduceList(state, { type: 'filter', filter: { ...mine, team: true, queueIds: [7] } });
    expect([ids(state), state.tabs.team.isLoaded]).toEqual([[], false]);
  });
});

describe('search and snoozed tickets', () => {
  const search = { text: 'azul', tagIds: [], userIds: [] };
  const found = { id: '9', body: 'o azul', createdAt: '', failed: false };

  test('search results stay with their matching message whatever changes', () => {
    let state = reduceList(start(), { type: 'filter', filter: { ...mine, search } });
    expect(state.tabs.search.isLoaded).toBe(false);
    const hit = ticket(8, 1, { status: 'closed', userId: 2, foundMessage: found });
    const answer = { tickets: [hit], count: 1, hasMore: false };
    state = reduceList(state, { type: 'page', view: 'search', page: answer, isFirst: true, since: 0 });
    expect(ids(state)).toEqual([8]);
    state = live(state, { action: 'update', ticket: ticket(8, 5, { status: 'open', userId: 2 }) } as never);
    expect(rowsOf(state)[0]).toMatchObject({ status: 'open', foundMessage: found });
    state = reduceList(state, { type: 'filter', filter: { ...mine, search: { ...search, text: 'verde' } } });
    expect([ids(state), state.tabs.search.isLoaded, state.tabs.open.isLoaded]).toEqual([[], false, true]);
    expect(ids(reduceList(state, { type: 'filter', filter: mine }))).toEqual([1, 2, 3]);
  });

  test('a snoozed ticket changes lists and counts and returns', () => {
    const until = '2026-03-02T09:00:00.000Z';
    let state = live(start(), { action: 'update', ticket: ticket(2, 5, { snoozedUntil: until }) } as never);
    expect(ids(state)).toEqual([1, 3]);
    expect(state.counts).toEqual({ open: 2, pending: 0, snoozed: 1, team: 0 });
    expect(ids(reduceList(state, { type: 'filter', filter: { ...mine, snoozed: true } }))).toEqual([2]);
    state = live(state, { action: 'update', ticket: ticket(2, 6) } as never);
    expect(state.counts).toEqual({ open: 3, pending: 0, snoozed: 0, team: 0 });
  });
});

describe('pages', () => {
  test('the next page continues after the last row', () => {
    let state = start([1, 2], true);
    expect(cursorOf(mine, state.tabs.open.last)).toBe(`${Date.parse(ticket(2, -2).updatedAt)},2`);
    state = reduceList(state, { type: 'page', view: 'open', page: page([3, 4]), isFirst: false, since: 0 });
    expect(ids(state)).toEqual([1, 2, 3, 4]);
    expect(state.tabs.open.hasMore).toBe(false);
  });

  test('a slow response does not undo later events', () => {
    let state = start();
    const since = state.clock;
    state = live(
      state,
      { action: 'update', ticket: ticket(9, 20) } as never,
      { action: 'delete', ticketId: 1 } as never,
    );
    state = reduceList(state, { type: 'page', view: 'open', page: page([1, 2]), isFirst: true, since });
    expect(ids(state)).toEqual([9, 2]);
  });
});

describe('scroll position', () => {
  const rowHeight = 64;
  const base = { anchorId: 2, scrollTop: 0, spacer: 0, rowHeight, viewport: 640 };

  test('scrolls by rows moved above the anchor and pads short lists', () => {
    expect(preserveScroll({ ...base, before: [1, 2, 3], after: [3, 1, 2] })).toEqual({
      scrollTop: 64,
      spacer: 0,
      tail: 64 + 640 - 3 * 64,
    });
  });

  test('leaves a spacer for rows removed above the anchor', () => {
    expect(preserveScroll({ ...base, before: [1, 2, 3], after: [2, 3] })).toMatchObject({
      scrollTop: 0,
      spacer: 64,
    });
  });

  test('needs no change when the anchor is unmoved or gone', () => {
    expect(preserveScroll({ ...base, before: [1, 2, 3], after: [1, 2, 4] })).toBeUndefined();
    expect(preserveScroll({ ...base, before: [1, 2, 3], after: [1, 3] })).toBeUndefined();
  });

  test('finds the first fully visible row', () => {
    expect(firstInView([1, 2, 3, 4], { scrollTop: 65, spacer: 0, rowHeight })).toBe(3);
    expect(firstInView([1, 2], { scrollTop: 6400, spacer: 0, rowHeight })).toBeUndefined();
  });

  test('renders few rows of any number', () => {
    expect(rowWindow(100_000, { top: 64 * 5000, height: 640, rowHeight })).toEqual({
      start: 4994,
      end: 5016,
    });
    expect(rowWindow(3, { top: -100, height: 640, rowHeight })).toEqual({ start: 0, end: 3 });
    expect(rowWindow(3, { top: 64 * 900, height: 640, rowHeight })).toEqual({ start: 0, end: 3 });
  });
});
