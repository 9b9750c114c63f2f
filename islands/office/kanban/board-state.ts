import type { BoardFilter } from '@/modules/kanban/kanban.schema.ts';
import type { BoardView, CardPage, ColumnCounts, ColumnView } from '@/modules/kanban/kanban.views.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { touch } from '../../workspace/touched.ts';
import type { LiveTicket } from '../../workspace/workspace-api.ts';

export type ColumnState = Omit<ColumnView, 'tickets'> & {
  /** `time,id` of the last card that the server has sent. */
  after: string | undefined;
};

export type Reader = { meId: number; seesOthers: boolean };
export type CardMove = { ticketId: number; from: number; to: number };

export type BoardState = Reader & {
  filter: BoardFilter;
  columns: ColumnState[];
  tickets: ReadonlyMap<number, TicketView>;
  moves: readonly CardMove[];
  areCountsStale: boolean;
  /** Incremented by every change of a count; counts requested before, or while a move is pending, are requested again. */
  changes: number;
  counted: number;
  /** Rises with every live batch: a response must not undo changes newer than its request. */
  clock: number;
  touched: ReadonlyMap<number, number>;
};

export type BoardAction =
  | { type: 'board'; board: BoardView; filter: BoardFilter; since: number }
  | { type: 'cards'; column: number; page: CardPage; since: number }
  | { type: 'counts'; counts: ColumnCounts; since: number }
  | { type: 'live'; events: LiveTicket[] }
  | { type: 'move'; move: CardMove }
  | { type: 'moved'; move: CardMove }
  | { type: 'refused'; move: CardMove };

export const OPEN_COLUMN = 0;

export function initialBoard(reader: Reader, filter: BoardFilter, { lanes: columns }: BoardView): BoardState {
  return {
    ...reader,
    filter,
    columns: columns.map(toColumn),
    tickets: new Map(columns.flatMap(({ tickets }) => tickets.map((one) => [one.id, one]))),
    moves: [],
    areCountsStale: false,
    changes: 0,
    counted: 0,
    clock: 0,
    touched: new Map(),
  };
}

export function reduceBoard(state: BoardState, action: BoardAction): BoardState {
  switch (action.type) {
    case 'board':
      return withBoard(state, action);
    case 'cards':
      return withCards(state, action);
    case 'counts':
      return withCounts(state, action);
    case 'live':
      return withEvents(state, action.events);
    case 'move':
      return recounted(state, action.move.ticketId, {
        ...state,
        moves: [...state.moves, action.move],
      });
    case 'moved':
      return recounted(state, action.move.ticketId, settled(changed(state), action.move));
    case 'refused':
      return recounted(state, action.move.ticketId, without(state, action.move));
  }
}

export function cardsOf(state: BoardState, column: number): TicketView[] {
  return [...state.tickets.values()]
    .filter((ticket) => columnsOf(state, ticket).includes(column))
    .sort((a, b) => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1));
}

/** A card under the pointer keeps its position, so that a click does not meet another card that has moved there. */
export function withSteadyCard(
  cards: TicketView[],
  former: readonly number[],
  steadyId: number | undefined,
): TicketView[] {
  const steady = cards.find(({ id }) => id === steadyId);
  if (!steady || !former.includes(steady.id)) return cards;
  return cards.filter((card) => card !== steady).toSpliced(former.indexOf(steady.id), 0, steady);
}

function columnsOf({ columns, moves }: BoardState, ticket: TicketView): number[] {
  const wanted = moves
    .filter(({ ticketId }) => ticketId === ticket.id)
    .reduce(
      (tagIds, { from, to }) => [...tagIds.filter((id) => id !== from), to],
      ticket.tags.map(({ id }) => id),
    );
  const named = columns.map(({ id }) => id).filter((id) => id !== OPEN_COLUMN && wanted.includes(id));
  return named.length > 0 ? named : [OPEN_COLUMN];
}

function countedColumns(state: BoardState, ticketId: number): number[] {
  const ticket = state.tickets.get(ticketId);
  return ticket ? columnsOf(state, ticket) : [];
}

function recounted(before: BoardState, ticketId: number, after: BoardState): BoardState {
  const [was, is] = [countedColumns(before, ticketId), countedColumns(after, ticketId)];
  const change = (id: number) => Number(is.includes(id)) - Number(was.includes(id));
  if (after.columns.every(({ id }) => change(id) === 0)) return after;
  const columns = after.columns.map((column) => ({
    ...column,
    count: Math.max(0, column.count + change(column.id)),
  }));
  return { ...changed(after), columns };
}

const changed = (state: BoardState): BoardState => ({ ...state, changes: state.changes + 1 });

function toColumn({ tickets, ...column }: ColumnView): ColumnState {
  return { ...column, after: cursorOf(tickets) };
}

function cursorOf(tickets: TicketView[]): string | undefined {
  const last = tickets.at(-1);
  return last && `${Date.parse(last.updatedAt)},${last.id}`;
}

type Board = BoardAction & { type: 'board' };

function withBoard(state: BoardState, { board, filter, since }: Board): BoardState {
  const isSameSet = JSON.stringify(filter) === JSON.stringify(state.filter);
  const isFresh = (id: number) => isSameSet && (state.touched.get(id) ?? 0) > since;
  const tickets = new Map([...state.tickets].filter(([id]) => isFresh(id)));
  for (const ticket of board.lanes.flatMap((column) => column.tickets))
    if (!isFresh(ticket.id)) tickets.set(ticket.id, ticket);
  return {
    ...state,
    filter,
    tickets,
    columns: board.lanes.map(toColumn),
    areCountsStale: state.clock > since || state.moves.length > 0,
  };
}

function withCards(state: BoardState, { column, page, since }: BoardAction & { type: 'cards' }): BoardState {
  const isFresh = (id: number) => (state.touched.get(id) ?? 0) > since;
  const tickets = new Map(state.tickets);
  for (const ticket of page.tickets) if (!isFresh(ticket.id)) tickets.set(ticket.id, ticket);
  const isCurrent = state.clock === since && state.moves.length === 0;
  const columns = state.columns.map((one) =>
    one.id === column
      ? {
          ...one,
          hasMore: page.hasMore,
          count: isCurrent ? page.count : one.count,
          after: cursorOf(page.tickets) ?? one.after,
        }
      : one,
  );
  return { ...state, tickets, columns };
}

function withCounts(state: BoardState, { counts, since }: BoardAction & { type: 'counts' }): BoardState {
  const counted = state.counted + 1;
  if (state.changes !== since || state.moves.length > 0) return { ...state, counted };
  const found = new Map(counts.lanes.map(({ id, count }) => [id, count]));
  return {
    ...state,
    counted,
    areCountsStale: false,
    columns: state.columns.map((column) => ({ ...column, count: found.get(column.id) ?? column.count })),
  };
}

/** Applies a confirmed move before its live event arrives, so that the card does not jump back. */
function settled(state: BoardState, move: CardMove): BoardState {
  const left = without(state, move);
  const ticket = state.tickets.get(move.ticketId);
  const column = state.columns.find(({ id }) => id === move.to);
  if (!ticket || !column) return left;
  const added =
    column.id === OPEN_COLUMN ? [] : [{ id: column.id, name: column.name, color: column.color ?? '' }];
  const otherTags = ticket.tags.filter(({ id }) => id !== move.from && id !== move.to);
  return {
    ...left,
    tickets: new Map(left.tickets).set(ticket.id, { ...ticket, tags: [...otherTags, ...added] }),
  };
}

function without(state: BoardState, move: CardMove): BoardState {
  return { ...state, moves: state.moves.filter((one) => one !== move) };
}

function withEvents(state: BoardState, events: LiveTicket[]): BoardState {
  const clock = state.clock + 1;
  return events.reduce((before, event) => recounted(before, idOf(event), withEvent(before, event, clock)), {
    ...state,
    clock,
  });
}

const idOf = (event: LiveTicket): number => (event.action === 'update' ? event.ticket.id : event.ticketId);

function withEvent(state: BoardState, event: LiveTicket, clock: number): BoardState {
  const id = idOf(event);
  const known = state.tickets.get(id);
  const touched = touch(new Map(state.touched), id, clock);
  const tickets = new Map(state.tickets);
  if (event.action === 'updateUnread') {
    return known ? { ...state, tickets: tickets.set(id, { ...known, unreadMessages: 0 }) } : state;
  }
  const isOn = event.action === 'update' && isOnBoard(state, event.ticket, known !== undefined);
  // An undo may set the time back.
  const isOld =
    event.action === 'update' && known && !event.restored && known.updatedAt > event.ticket.updatedAt;
  if (isOld) return state;
  if (isOn) tickets.set(id, event.ticket);
  else tickets.delete(id);
  const next = { ...state, tickets, touched };
  return known ? next : { ...changed(next), areCountsStale: true };
}

function isOnBoard(state: BoardState, ticket: TicketView, isKnown: boolean): boolean {
  const { filter, seesOthers, meId } = state;
  if (ticket.status === 'closed') return false;
  if (!seesOthers && ticket.status === 'open' && ticket.userId !== meId) return false;
  if (filter.queueId && ticket.queueId !== filter.queueId) return false;
  if (filter.userId && ticket.userId !== filter.userId) return false;
  // Only the server knows what a search finds.
  return !filter.searchParam || isKnown;
}
