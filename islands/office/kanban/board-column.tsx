import { useI18n } from '@views/i18n.tsx';
import { safeColor } from '@views/ui/contrast.ts';
import { type PointerEvent, useEffect, useRef } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { BoardCard, type CardProps } from './board-card.tsx';
import { type ColumnState, OPEN_COLUMN, withSteadyCard } from './board-state.ts';

/** Spec part 1 §9: distance from the end at which the next page is loaded, in pixels. */
const NEAR_END_PX = 100;

type ColumnProps = Pick<CardProps, 'now' | 'onGripKey' | 'onGripClick' | 'onGripLeft'> & {
  column: ColumnState;
  cards: TicketView[];
  isOver: boolean;
  grabbed: { ticketId: number; from: number } | null;
  onEnd: (column: number) => void;
};

export function BoardColumn({ column, cards, isOver, grabbed, onEnd, ...card }: ColumnProps) {
  const { t } = useI18n();
  const list = useRef<HTMLUListElement>(null);
  const former = useRef<number[]>([]);
  const pointedAt = useRef<number | undefined>(undefined);
  const shown = withSteadyCard(cards, former.current, pointedAt.current);
  former.current = shown.map(({ id }) => id);
  const point = ({ target }: PointerEvent) => {
    pointedAt.current = Number((target as Element).closest<HTMLElement>('[data-card]')?.dataset.card);
  };
  const update = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = list.current ?? {};
    if (column.hasMore && scrollHeight - scrollTop - clientHeight < NEAR_END_PX) onEnd(column.id);
  };
  // A column emptied by others has no end to scroll to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at after every change of what is in it
  useEffect(update, [cards.length, column.hasMore]);

  const color = column.id === OPEN_COLUMN ? null : safeColor(column.color);
  const title = `column-${column.id}`;
  return (
    <section
      className="board-column"
      data-column={column.id}
      data-over={isOver ? '' : undefined}
      aria-labelledby={title}
    >
      <h2 id={title} className="board-column-head">
        {color ? <span aria-hidden="true" className="board-dot" style={{ backgroundColor: color }} /> : null}
        <span className="min-w-0 grow truncate">{nameOf(column, t)}</span>
        <span data-count="" className="board-count">
          <span aria-hidden="true">{column.count}</span>
          <span className="sr-only">{t('kanban:count', { count: column.count })}</span>
        </span>
      </h2>
      <ul
        ref={list}
        className="board-cards"
        onScroll={update}
        onPointerMove={point}
        onPointerLeave={() => {
          pointedAt.current = undefined;
        }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-labelledby={title}
      >
        {shown.map((ticket) => (
          <BoardCard
            key={ticket.id}
            ticket={ticket}
            column={column.id}
            isGrabbed={grabbed?.ticketId === ticket.id && grabbed.from === column.id}
            {...card}
          />
        ))}
      </ul>
      {cards.length === 0 ? <p className="board-empty">{t('kanban:emptyColumn')}</p> : null}
    </section>
  );
}

export function nameOf({ id, name }: Pick<ColumnState, 'id' | 'name'>, t: (key: string) => string): string {
  return id === OPEN_COLUMN ? t('kanban:open') : name;
}
