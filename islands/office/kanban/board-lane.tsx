import { useI18n } from '@views/i18n.tsx';
import { safeColor } from '@views/ui/contrast.ts';
import { useEffect, useRef } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { BoardCard, type CardProps } from './board-card.tsx';
import { type LaneState, OPEN_LANE } from './board-state.ts';

/** Spec part 1 §9: the next page comes within so many pixels of the end. */
const NEAR_END_PX = 100;

type LaneProps = Pick<CardProps, 'now' | 'onGripKey' | 'onGripClick' | 'onGripLeft'> & {
  lane: LaneState;
  cards: TicketView[];
  isOver: boolean;
  grabbed: { ticketId: number; from: number } | null;
  onEnd: (lane: number) => void;
};

export function BoardLane({ lane, cards, isOver, grabbed, onEnd, ...card }: LaneProps) {
  const { t } = useI18n();
  const list = useRef<HTMLUListElement>(null);
  const look = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = list.current ?? {};
    if (lane.hasMore && scrollHeight - scrollTop - clientHeight < NEAR_END_PX) onEnd(lane.id);
  };
  // A lane that others have emptied has no end to scroll to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at after every change of what is in it
  useEffect(look, [cards.length, lane.hasMore]);

  const color = lane.id === OPEN_LANE ? null : safeColor(lane.color);
  const title = `lane-${lane.id}`;
  return (
    <section
      className="board-lane"
      data-lane={lane.id}
      data-over={isOver ? '' : undefined}
      aria-labelledby={title}
    >
      <h2 id={title} className="board-lane-head">
        {color ? <span aria-hidden="true" className="board-dot" style={{ backgroundColor: color }} /> : null}
        <span className="min-w-0 grow truncate">{nameOf(lane, t)}</span>
        <span data-count="" className="board-count">
          <span aria-hidden="true">{lane.count}</span>
          <span className="sr-only">{t('kanban:count', { count: lane.count })}</span>
        </span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <ul ref={list} className="board-cards" onScroll={look} tabIndex={0} aria-labelledby={title}>
        {cards.map((ticket) => (
          <BoardCard
            key={ticket.id}
            ticket={ticket}
            lane={lane.id}
            isGrabbed={grabbed?.ticketId === ticket.id && grabbed.from === lane.id}
            {...card}
          />
        ))}
      </ul>
      {cards.length === 0 ? <p className="board-empty">{t('kanban:emptyLane')}</p> : null}
    </section>
  );
}

export function nameOf({ id, name }: Pick<LaneState, 'id' | 'name'>, t: (key: string) => string): string {
  return id === OPEN_LANE ? t('kanban:open') : name;
}
