import type { Translate } from '@views/i18n.tsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { gripId } from './board-card.tsx';
import { nameOf } from './board-column.tsx';
import type { CardMove, ColumnState } from './board-state.ts';

/** Space lifts a card, the arrows move it between columns, Space or Enter drops it, Escape puts it back. */
export function useCardKeys(columns: ColumnState[], move: (card: CardMove) => void, t: Translate) {
  const [grabbed, setGrabbed] = useState<CardMove | null>(null);
  const held = useRef(grabbed);
  const grab = (card: CardMove | null) => {
    held.current = card;
    setGrabbed(card);
  };
  const [announcement, announce] = useState('');
  const focusNext = useRef<string | null>(null);

  useEffect(() => {
    const id = focusNext.current;
    const grip = id && document.getElementById(id);
    if (!grip) return;
    focusNext.current = null;
    grip.focus();
    grip.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const textsOf = (column: number, name: string) => {
    const at = columns.findIndex(({ id }) => id === column);
    const found = columns[at];
    return { name, lane: found ? nameOf(found, t) : '', position: at + 1, count: columns.length };
  };
  const put = (card: CardMove, ticket: TicketView) => {
    grab(null);
    announce(t('kanban:announcement.dropped', textsOf(card.to, nameOfTicket(ticket))));
    focusNext.current = gripId(card.to, card.ticketId);
    move(card);
  };
  const carry = (step: number, card: CardMove, ticket: TicketView) => {
    const at = columns.findIndex(({ id }) => id === card.to);
    const next = columns[Math.min(Math.max(at + step, 0), columns.length - 1)];
    if (!next) return;
    grab({ ...card, to: next.id });
    announce(t('kanban:announcement.over', textsOf(next.id, nameOfTicket(ticket))));
    document.getElementById(`column-${next.id}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  function onKey(event: KeyboardEvent<HTMLButtonElement>, ticket: TicketView, column: number): void {
    const name = nameOfTicket(ticket);
    if (!grabbed) {
      if (event.key !== ' ') return;
      event.preventDefault();
      grab({ ticketId: ticket.id, from: column, to: column });
      announce(t('kanban:announcement.grabbed', textsOf(column, name)));
      return;
    }
    const step = STEPS[event.key];
    if (step === undefined && ![' ', 'Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (step !== undefined) carry(step, grabbed, ticket);
    else if (event.key !== 'Escape') put(grabbed, ticket);
    else release(ticket, column);
  }
  function release(ticket: TicketView, column: number): void {
    grab(null);
    announce(t('kanban:announcement.cancelled', textsOf(column, nameOfTicket(ticket))));
  }
  const onLeft = (ticket: TicketView, column: number) => {
    if (held.current) release(ticket, column);
  };

  return { grabbed, announcement, put, onKey, onLeft };
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

const nameOfTicket = ({ contact }: TicketView): string => contactName(contact);
