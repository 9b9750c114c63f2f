import { useT } from '@views/i18n.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { useLayoutEffect, useRef, useState } from 'react';
import type { BoardFilter } from '@/modules/kanban/kanban.schema.ts';
import type { BoardView } from '@/modules/kanban/kanban.views.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { useNow } from '../../workspace/use-now.ts';
import { BoardColumn, nameOf } from './board-column.tsx';
import { cardsOf } from './board-state.ts';
import { ColumnMenu } from './column-menu.tsx';
import { startCardDrag } from './drag-cards.ts';
import { useBoard } from './use-board.ts';
import { useCardKeys } from './use-card-keys.ts';
import { useFilters } from './use-filters.ts';

type Props = {
  board: BoardView;
  filter: BoardFilter;
  meId: number;
  seesOthers: boolean;
  now: number;
};

export type Chosen = { grip: HTMLElement; ticket: TicketView; from: number };

export function KanbanBoard({ board, filter, meId, seesOthers, now: start }: Props) {
  const t = useT();
  const now = useNow(start);
  const { state, isAsking, show, loadMore, move } = useBoard({ board, filter, meId, seesOthers }, t);
  const [over, setOver] = useState<number | undefined>(undefined);
  const [chosen, choose] = useState<Chosen | null>(null);
  const keys = useCardKeys(state.columns, (card) => void move(card), t);
  const container = useRef<HTMLDivElement>(null);
  useFilters(show);

  // In a layout effect: a visible card must be draggable at once.
  useLayoutEffect(() => {
    if (!container.current) return;
    return startCardDrag({
      board: container.current,
      onStart: () => document.documentElement.setAttribute('data-dragging', ''),
      onOver: setOver,
      onDrop: (card, to) => void move({ ...card, to }),
      onEnd() {
        document.documentElement.removeAttribute('data-dragging');
        setOver(undefined);
      },
    });
  }, [move]);

  return (
    <>
      <p id="kanban-keys" className="sr-only">
        {t('kanban:keys')}
      </p>
      <p className="sr-only" role="status" aria-live="assertive">
        {keys.announcement}
      </p>
      {isAsking ? (
        <p className="late pointer-events-none absolute inset-x-0 top-2 z-1 flex justify-center">
          <Spinner label={t('common:loading')} />
        </p>
      ) : null}
      <div ref={container} className="board-columns" data-scrolls-sideways="" aria-busy={isAsking}>
        {state.columns.map((column) => (
          <BoardColumn
            key={column.id}
            column={column}
            cards={cardsOf(state, column.id)}
            now={now}
            isOver={(keys.grabbed?.to ?? over) === column.id}
            grabbed={keys.grabbed}
            onEnd={(id) => void loadMore(id)}
            onGripKey={keys.onKey}
            onGripLeft={keys.onLeft}
            onGripClick={(grip, ticket, from) => choose({ grip, ticket, from })}
          />
        ))}
      </div>
      <ColumnMenu
        chosen={chosen}
        columns={state.columns.map((column) => ({
          id: column.id,
          name: nameOf(column, t),
          color: column.color,
        }))}
        onChoose={({ ticket, from }, to) => keys.put({ ticketId: ticket.id, from, to }, ticket)}
        onClose={() => choose(null)}
      />
    </>
  );
}
