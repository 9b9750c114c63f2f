import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { listKanbanTags } from '@/modules/tags/tags.queries.ts';
import { Tag } from '@/modules/tags/tags.views.ts';
import { TicketFilter } from '@/modules/tickets/tickets.schema.ts';
import { offerUndo, wantsUndo } from '@/modules/tickets/work/undo-header.http.ts';
import { countColumns, listBoardTickets, listCards, readBoard } from './board.queries.ts';
import { BoardFilter, CardMove, ColumnFilter } from './kanban.schema.ts';
import { moveCard } from './kanban.service.ts';
import { Board, CardPage, ColumnCounts } from './kanban.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    columnId: number;
  }
}

export const kanbanEndpoints = [
  endpoint('GET /tags/kanban', {
    access: 'person',
    feature: 'useKanban',
    summary: 'The tags that are columns of the board',
    reply: z.strictObject({ lista: z.array(Tag) }),
    run: async (scope) => ({ lista: await listKanbanTags(scope) }),
  }),
  endpoint('GET /ticket/kanban', {
    access: 'person',
    feature: 'useKanban',
    summary: 'Everything on the board in one list, the latest first; 400 at a time',
    query: TicketFilter,
    reply: CardPage,
    example: ({ queueId }) => ({ query: { queueIds: `[${queueId}]` } }),
    run: (scope, { query }) => listBoardTickets(scope, query),
  }),
  endpoint('GET /kanban/board', {
    access: 'person',
    feature: 'useKanban',
    summary: 'Every column with its count and its first cards',
    query: BoardFilter,
    reply: Board,
    example: ({ queueId }) => ({ query: { queueId } }),
    run: (scope, { query }) => readBoard(scope, query),
  }),
  endpoint('GET /kanban/counts', {
    access: 'person',
    feature: 'useKanban',
    summary: 'How many cards each column has',
    query: BoardFilter,
    reply: ColumnCounts,
    run: (scope, { query }) => countColumns(scope, query),
  }),
  endpoint('GET /kanban/cards', {
    access: 'person',
    feature: 'useKanban',
    summary: 'More cards of one column; 0 is the column of those without a tag of the board',
    query: ColumnFilter,
    reply: CardPage,
    example: ({ columnId }) => ({ query: { lane: columnId } }),
    run: (scope, { query }) => listCards(scope, query),
  }),
  endpoint('PUT /kanban/cards/:ticketId', {
    access: 'reader',
    feature: 'useKanban',
    summary: 'Moves a card from one column to another; its other tags stay',
    body: CardMove,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND', 'ERR_TICKET_ELSEWHERE'],
    example: ({ columnId }) => ({ body: { from: 0, to: columnId } }),
    status: 204,
    async answer(c, { ticketId, body }) {
      const undo = await moveCard(c.var.scope, { ticketId, ...body });
      if (wantsUndo(c)) offerUndo(c, undo);
      return c.body(null, 204);
    },
  }),
];
