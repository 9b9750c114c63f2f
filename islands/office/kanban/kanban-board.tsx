import { useT } from '@views/i18n.tsx';
import { useLayoutEffect, useRef, useState } from 'react';
import type { BoardFilter } from '@/modules/kanban/kanban.schema.ts';
import type { BoardView } from '@/modules/kanban/kanban.views.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { useNow } from '../../desk/use-now.ts';
import { BoardLane, nameOf } from './board-lane.tsx';
import { cardsOf } from './board-state.ts';
import { startCardDrag } from './drag-cards.ts';
import { LaneMenu } from './lane-menu.tsx';
import { useBoard } from './use-board.ts';
import { useCardKeys } from './use-card-keys.ts';
import { useFilters } from './use-filters.ts';

type Props = {
  board: BoardView;
  filter: BoardFilter;
  meId: number;
  seesOthers: boolean;
  /** Milliseconds. */
  now: number;
};

export type Chosen = { grip: HTMLElement; ticket: TicketView; from: number };

export function KanbanBoard({ board, filter, meId, seesOthers, now: start }: Props) {
  const t = useT();
  const now = useNow(start);
  const { state, show, loadMore, move } = useBoard({ board, filter, meId, seesOthers }, t);
  const [over, setOver] = useState<number | undefined>(undefined);
  const [chosen, choose] = useState<Chosen | null>(null);
  const keys = useCardKeys(state.lanes, (card) => void move(card), t);
  const place = useRef<HTMLDivElement>(null);
  useFilters(show);

  // Not a frame later: whoever touches a card that looks alive has it follow.
  useLayoutEffect(() => {
    if (!place.current) return;
    return startCardDrag({
      board: place.current,
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
        {keys.said}
      </p>
      <div ref={place} className="board-lanes" data-scrolls-sideways="">
        {state.lanes.map((lane) => (
          <BoardLane
            key={lane.id}
            lane={lane}
            cards={cardsOf(state, lane.id)}
            now={now}
            isOver={(keys.grabbed?.to ?? over) === lane.id}
            grabbed={keys.grabbed}
            onEnd={(id) => void loadMore(id)}
            onGripKey={keys.onKey}
            onGripLeft={keys.onLeft}
            onGripClick={(grip, ticket, from) => choose({ grip, ticket, from })}
          />
        ))}
      </div>
      <LaneMenu
        chosen={chosen}
        lanes={state.lanes.map((lane) => ({ id: lane.id, name: nameOf(lane, t), color: lane.color }))}
        onChoose={({ ticket, from }, to) => keys.put({ ticketId: ticket.id, from, to }, ticket)}
        onClose={() => choose(null)}
      />
    </>
  );
}
