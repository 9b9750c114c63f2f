import type { BoardFilter } from '@/modules/kanban/kanban.schema.ts';
import type { BoardView, CardPage, LaneCounts, LaneView } from '@/modules/kanban/kanban.views.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import type { LiveTicket } from '../../desk/desk-api.ts';

export type LaneState = Omit<LaneView, 'tickets'> & {
  /** `time,id` of the last card that the server has sent. */
  after: string | undefined;
};

export type Reader = { meId: number; seesOthers: boolean };
export type CardMove = { ticketId: number; from: number; to: number };

export type BoardState = Reader & {
  filter: BoardFilter;
  lanes: LaneState[];
  tickets: ReadonlyMap<number, TicketView>;
  /** What the server has not answered yet, in the order in which it was done. */
  moves: readonly CardMove[];
  areCountsStale: boolean;
  /** Rises with every live batch: an answer must not undo what is newer than its request. */
  clock: number;
  touched: ReadonlyMap<number, number>;
};

export type BoardAction =
  | { type: 'board'; board: BoardView; filter: BoardFilter; since: number }
  | { type: 'cards'; lane: number; page: CardPage; since: number }
  | { type: 'counts'; counts: LaneCounts }
  | { type: 'live'; events: LiveTicket[] }
  | { type: 'move'; move: CardMove }
  | { type: 'moved'; move: CardMove }
  | { type: 'refused'; move: CardMove };

/** Tickets without a tag of the board. */
export const OPEN_LANE = 0;

export function initialBoard(reader: Reader, filter: BoardFilter, { lanes }: BoardView): BoardState {
  return {
    ...reader,
    filter,
    lanes: lanes.map(toLane),
    tickets: new Map(lanes.flatMap(({ tickets }) => tickets.map((one) => [one.id, one]))),
    moves: [],
    areCountsStale: false,
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
      return withCounts(state, action.counts);
    case 'live':
      return withEvents(state, action.events);
    case 'move':
      return recounted(state, action.move.ticketId, {
        ...state,
        moves: [...state.moves, action.move],
      });
    case 'moved':
      return recounted(state, action.move.ticketId, settled(state, action.move));
    case 'refused':
      return recounted(state, action.move.ticketId, without(state, action.move));
  }
}

/** The latest first. */
export function cardsOf(state: BoardState, lane: number): TicketView[] {
  return [...state.tickets.values()]
    .filter((ticket) => lanesOf(state, ticket).includes(lane))
    .sort((a, b) => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1));
}

function lanesOf({ lanes, moves }: BoardState, ticket: TicketView): number[] {
  const wanted = moves
    .filter(({ ticketId }) => ticketId === ticket.id)
    .reduce(
      (tagIds, { from, to }) => [...tagIds.filter((id) => id !== from), to],
      ticket.tags.map(({ id }) => id),
    );
  const named = lanes.map(({ id }) => id).filter((id) => id !== OPEN_LANE && wanted.includes(id));
  return named.length > 0 ? named : [OPEN_LANE];
}

/** Where it stands now: lanes in which it counts. */
function placesOf(state: BoardState, ticketId: number): number[] {
  const ticket = state.tickets.get(ticketId);
  return ticket ? lanesOf(state, ticket) : [];
}

function recounted(before: BoardState, ticketId: number, after: BoardState): BoardState {
  const [was, is] = [placesOf(before, ticketId), placesOf(after, ticketId)];
  const change = (id: number) => Number(is.includes(id)) - Number(was.includes(id));
  if (after.lanes.every(({ id }) => change(id) === 0)) return after;
  const lanes = after.lanes.map((lane) => ({ ...lane, count: Math.max(0, lane.count + change(lane.id)) }));
  return { ...after, lanes };
}

function toLane({ tickets, ...lane }: LaneView): LaneState {
  return { ...lane, after: cursorOf(tickets) };
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
  for (const ticket of board.lanes.flatMap((lane) => lane.tickets))
    if (!isFresh(ticket.id)) tickets.set(ticket.id, ticket);
  return { ...state, filter, tickets, lanes: board.lanes.map(toLane), areCountsStale: state.clock > since };
}

function withCards(state: BoardState, { lane, page, since }: BoardAction & { type: 'cards' }): BoardState {
  const isFresh = (id: number) => (state.touched.get(id) ?? 0) > since;
  const tickets = new Map(state.tickets);
  for (const ticket of page.tickets) if (!isFresh(ticket.id)) tickets.set(ticket.id, ticket);
  const lanes = state.lanes.map((one) =>
    one.id === lane
      ? { ...one, hasMore: page.hasMore, count: page.count, after: cursorOf(page.tickets) ?? one.after }
      : one,
  );
  return { ...state, tickets, lanes };
}

function withCounts(state: BoardState, { lanes }: LaneCounts): BoardState {
  const counted = new Map(lanes.map(({ id, count }) => [id, count]));
  return {
    ...state,
    areCountsStale: false,
    lanes: state.lanes.map((lane) => ({ ...lane, count: counted.get(lane.id) ?? lane.count })),
  };
}

/** The server has it: what it will tell us is written down at once, so that the card does not jump back. */
function settled(state: BoardState, move: CardMove): BoardState {
  const left = without(state, move);
  const ticket = state.tickets.get(move.ticketId);
  const lane = state.lanes.find(({ id }) => id === move.to);
  if (!ticket || !lane) return left;
  const added = lane.id === OPEN_LANE ? [] : [{ id: lane.id, name: lane.name, color: lane.color ?? '' }];
  const kept = ticket.tags.filter(({ id }) => id !== move.from && id !== move.to);
  return { ...left, tickets: new Map(left.tickets).set(ticket.id, { ...ticket, tags: [...kept, ...added] }) };
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
  const touched = new Map(state.touched).set(id, clock);
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
  // A card that was not loaded may have been counted.
  return { ...state, tickets, touched, areCountsStale: state.areCountsStale || !known };
}

function isOnBoard(state: BoardState, ticket: TicketView, isKnown: boolean): boolean {
  const { filter, seesOthers, meId } = state;
  if (ticket.status === 'closed') return false;
  if (!seesOthers && ticket.status === 'open' && ticket.userId !== meId) return false;
  if (filter.queueId && ticket.queueId !== filter.queueId) return false;
  if (filter.userId && ticket.userId !== filter.userId) return false;
  // What a search finds only the server knows.
  return !filter.searchParam || isKnown;
}
