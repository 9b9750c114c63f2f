import { describe, expect, test } from 'bun:test';
import type { BoardView } from '@/modules/kanban/kanban.views.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import {
  type BoardAction,
  type BoardState,
  cardsOf,
  initialBoard,
  reduceBoard,
  withSteadyCard,
} from './board-state.ts';

const ME = { meId: 1, seesOthers: false };
const TAGS: Record<number, { id: number; name: string; color: string }> = {
  7: { id: 7, name: 'Orçamento', color: '#111111' },
  8: { id: 8, name: 'Pedido', color: '#222222' },
  9: { id: 9, name: 'VIP', color: '#333333' },
};

function ticket(id: number, tagIds: number[] = [], more: Partial<TicketView> = {}): TicketView {
  return {
    id,
    status: 'pending',
    userId: null,
    queueId: 3,
    unreadMessages: 1,
    updatedAt: `2026-03-10T10:00:${String(id).padStart(2, '0')}.000Z`,
    tags: tagIds.map((tagId) => TAGS[tagId]),
    ...more,
  } as TicketView;
}

const columnOf = (id: number, tickets: TicketView[], count = tickets.length) => ({
  id,
  name: TAGS[id]?.name ?? '',
  color: TAGS[id]?.color ?? null,
  count,
  hasMore: count > tickets.length,
  tickets,
});

const BOARD: BoardView = {
  lanes: [
    columnOf(0, [ticket(1), ticket(2, [9])], 30),
    columnOf(7, [ticket(3, [7])]),
    columnOf(8, [ticket(4, [8, 9])]),
  ],
};

const start = (more = {}, filter = {}) => initialBoard({ ...ME, ...more }, filter, BOARD);
const after = (state: BoardState, ...actions: BoardAction[]) => actions.reduce(reduceBoard, state);
const shown = (state: BoardState) =>
  Object.fromEntries(
    state.columns.map(({ id, count }) => [id, [count, ...cardsOf(state, id).map((card) => card.id)]]),
  );
const update = (one: TicketView, more = {}): BoardAction => ({
  type: 'live',
  events: [{ action: 'update', ticket: one, ...more }],
});
const COUNTS = { lanes: [{ id: 8, count: 12 }] };
const MOVE = { ticketId: 3, from: 7, to: 8 };

describe('board cards', () => {
  test('appear in the columns of their tags, latest first', () => {
    expect(shown(start())).toEqual({ 0: [30, 2, 1], 7: [1, 3], 8: [1, 4] });
  });

  test('appear in each of several columns', () => {
    expect(shown(after(start(), update(ticket(3, [7, 8]))))).toEqual({
      0: [30, 2, 1],
      7: [1, 3],
      8: [2, 4, 3],
    });
  });
});

test('the card under the pointer keeps its position while others move', () => {
  const former = [3, 2, 1];
  const ids = (cardIds: number[], steadyId?: number) =>
    withSteadyCard(
      cardIds.map((id) => ticket(id)),
      former,
      steadyId,
    ).map(({ id }) => id);
  expect(ids([1, 3, 2], 3)).toEqual([3, 1, 2]);
  expect(ids([1, 3, 2], 2)).toEqual([1, 2, 3]);
  expect(ids([4, 3, 2, 1], 2)).toEqual([4, 2, 3, 1]);
  expect(ids([3, 1], 1)).toEqual([3, 1]);
  for (const none of [undefined, Number.NaN, 2, 9]) expect(ids([1, 3], none)).toEqual([1, 3]);
});

describe('card moves', () => {
  const moved = after(start(), { type: 'move', move: MOVE });

  test('appear at once and change the counts', () => {
    expect(shown(moved)).toEqual({ 0: [30, 2, 1], 7: [0], 8: [2, 4, 3] });
  });

  test('keep their position when older ticket updates arrive', () => {
    const news = after(moved, update(ticket(3, [7], { unreadMessages: 5 })));
    expect(shown(news)).toEqual(shown(moved));
    expect(cardsOf(news, 8).find(({ id }) => id === 3)?.unreadMessages).toBe(5);
  });

  test('stay in position once confirmed and follow later changes by others', () => {
    const done = after(moved, { type: 'moved', move: MOVE });
    expect(shown(done)).toEqual(shown(moved));
    expect(shown(after(done, update(ticket(3, [8]))))).toEqual(shown(moved));
    expect(shown(after(done, update(ticket(3))))).toEqual({ 0: [31, 3, 2, 1], 7: [0], 8: [1, 4] });
  });

  test('are reverted with tags and counts when rejected', () => {
    expect(shown(after(moved, { type: 'refused', move: MOVE }))).toEqual(shown(start()));
  });

  test('show the last of two pending moves and revert both when rejected', () => {
    const next = { ticketId: 3, from: 8, to: 0 };
    const state = after(moved, { type: 'move', move: next });
    const there = { 0: [31, 3, 2, 1], 7: [0], 8: [1, 4] };
    expect(shown(state)).toEqual(there);
    expect(shown(after(state, { type: 'moved', move: MOVE }))).toEqual(there);
    expect(shown(after(state, { type: 'moved', move: MOVE }, { type: 'moved', move: next }))).toEqual(there);
    const refused = after(state, { type: 'refused', move: MOVE }, { type: 'refused', move: next });
    expect(shown(refused)).toEqual(shown(start()));
  });

  test('to the open column remove the column’s tag only', () => {
    const move = { ticketId: 4, from: 8, to: 0 };
    const state = after(start(), { type: 'move', move }, { type: 'moved', move });
    expect(shown(state)).toEqual({ 0: [31, 4, 2, 1], 7: [1, 3], 8: [0] });
    expect(cardsOf(state, 0)[0]?.tags.map(({ id }) => id)).toEqual([9]);
  });
});

describe('board events', () => {
  test('for an unloaded card add it and request the counts', () => {
    const state = after(start(), update(ticket(5, [8])));
    expect(cardsOf(state, 8).map(({ id }) => id)).toEqual([5, 4]);
    expect(state.areCountsStale).toBe(true);
    const counted = after(state, { type: 'counts', counts: COUNTS, since: state.changes });
    expect([counted.areCountsStale, shown(counted)[8]]).toEqual([false, [12, 5, 4]]);
  });

  test('and moves change counts that were requested before them', () => {
    const asked = after(start(), update(ticket(5, [8])));
    const late: BoardAction = { type: 'counts', counts: COUNTS, since: asked.changes };
    const moving = after(asked, { type: 'move', move: MOVE });
    for (const state of [
      moving,
      after(moving, { type: 'moved', move: MOVE }),
      after(moving, { type: 'refused', move: MOVE }),
      after(asked, update(ticket(4, [7]))),
      after(asked, update(ticket(6, [], { status: 'closed' }))),
    ]) {
      const answered = after(state, late);
      expect(shown(answered)).toEqual(shown(state));
      expect([answered.counted, answered.areCountsStale]).toEqual([1, true]);
    }
    const pending = after(moving, { ...late, since: moving.changes });
    expect([pending.areCountsStale, pending.columns[2]?.count]).toEqual([true, 3]);
    const settled = after(moving, { type: 'moved', move: MOVE }, { ...late, since: moving.changes });
    expect([settled.areCountsStale, settled.columns[2]?.count]).toEqual([true, 3]);
    const untouched = after(asked, update(ticket(5, [8], { unreadMessages: 4 })), late);
    expect(untouched.areCountsStale).toBe(false);
  });

  test('a board requested before a move is counted again', () => {
    const moving = after(start(), { type: 'move', move: MOVE });
    expect(after(moving, { type: 'board', board: BOARD, filter: {}, since: 0 }).areCountsStale).toBe(true);
  });

  test('remove closed, deleted and reassigned cards', () => {
    for (const gone of [
      update(ticket(4, [8], { status: 'closed' })),
      update(ticket(4, [8], { status: 'open', userId: 2 })),
      { type: 'live', events: [{ action: 'delete', ticketId: 4 }] } as BoardAction,
    ])
      expect(shown(after(start(), gone))).toEqual({ 0: [30, 2, 1], 7: [1, 3], 8: [0] });
    const wide = after(start({ seesOthers: true }), update(ticket(4, [8], { status: 'open', userId: 2 })));
    expect(shown(wide)[8]).toEqual([1, 4]);
  });

  test('follow the filter and add nothing during a search', () => {
    expect(shown(after(start({}, { queueId: 3 }), update(ticket(4, [8], { queueId: 4 }))))[8]).toEqual([0]);
    expect(shown(after(start({}, { userId: 5 }), update(ticket(4, [8], { userId: 6 }))))[8]).toEqual([0]);
    expect(shown(after(start({}, { searchParam: 'x' }), update(ticket(6, [8]))))[8]).toEqual([1, 4]);
  });

  test('older than the card are ignored unless restored by an undo', () => {
    const old = ticket(4, [7], { updatedAt: '2026-03-10T09:00:00.000Z' });
    expect(shown(after(start(), update(old)))).toEqual(shown(start()));
    expect(shown(after(start(), update(old, { restored: true })))[7]).toEqual([2, 3, 4]);
  });

  test('survive a response that was requested before them', () => {
    const state = after(start(), update(ticket(4, [7])), {
      type: 'board',
      board: BOARD,
      filter: {},
      since: 0,
    });
    expect(cardsOf(state, 7).map(({ id }) => id)).toEqual([4, 3]);
    expect(state.areCountsStale).toBe(true);
    const later = after(state, { type: 'board', board: BOARD, filter: {}, since: state.clock });
    expect(shown(later)).toEqual(shown(start()));
  });
});

test('more cards extend their column and advance its cursor', () => {
  const page = { tickets: [ticket(0)], count: 29, hasMore: false };
  const state = after(start(), { type: 'cards', column: 0, page, since: 0 });
  expect(shown(state)[0]).toEqual([29, 2, 1, 0]);
  const moving = after(start(), { type: 'move', move: { ticketId: 3, from: 7, to: 0 } });
  expect(shown(after(moving, { type: 'cards', column: 0, page, since: 0 }))[0]).toEqual([31, 3, 2, 1, 0]);
  expect(state.columns[0]).toMatchObject({
    hasMore: false,
    after: `${Date.parse('2026-03-10T10:00:00Z')},0`,
  });
});
