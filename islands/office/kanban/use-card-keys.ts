import type { Translate } from '@views/i18n.tsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { contactName } from '@/phone-number.schema.ts';
import { gripId } from './board-card.tsx';
import { nameOf } from './board-lane.tsx';
import type { CardMove, LaneState } from './board-state.ts';

/** Space lifts a card, the arrows carry it from lane to lane, Space or Enter puts it down, Escape puts it back. */
export function useCardKeys(lanes: LaneState[], move: (card: CardMove) => void, t: Translate) {
  const [grabbed, grab] = useState<CardMove | null>(null);
  const [said, say] = useState('');
  const focusNext = useRef<string | null>(null);

  // The card is drawn anew in its lane, and takes the focus along.
  useEffect(() => {
    const id = focusNext.current;
    const grip = id && document.getElementById(id);
    if (!grip) return;
    focusNext.current = null;
    grip.focus();
    grip.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const wordsOf = (lane: number, name: string) => {
    const at = lanes.findIndex(({ id }) => id === lane);
    const found = lanes[at];
    return { name, lane: found ? nameOf(found, t) : '', position: at + 1, count: lanes.length };
  };
  const put = (card: CardMove, ticket: TicketView) => {
    grab(null);
    say(t('kanban:said.dropped', wordsOf(card.to, nameOfTicket(ticket))));
    focusNext.current = gripId(card.to, card.ticketId);
    move(card);
  };
  const carry = (step: number, card: CardMove, ticket: TicketView) => {
    const at = lanes.findIndex(({ id }) => id === card.to);
    const next = lanes[Math.min(Math.max(at + step, 0), lanes.length - 1)];
    if (!next) return;
    grab({ ...card, to: next.id });
    say(t('kanban:said.over', wordsOf(next.id, nameOfTicket(ticket))));
    document.getElementById(`lane-${next.id}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  function onKey(event: KeyboardEvent<HTMLButtonElement>, ticket: TicketView, lane: number): void {
    const name = nameOfTicket(ticket);
    if (!grabbed) {
      if (event.key !== ' ') return;
      event.preventDefault();
      grab({ ticketId: ticket.id, from: lane, to: lane });
      say(t('kanban:said.grabbed', wordsOf(lane, name)));
      return;
    }
    const step = STEPS[event.key];
    if (step === undefined && ![' ', 'Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    // Escape would also close what lies over the page.
    event.stopPropagation();
    if (step !== undefined) carry(step, grabbed, ticket);
    else if (event.key !== 'Escape') put(grabbed, ticket);
    else {
      grab(null);
      say(t('kanban:said.cancelled', wordsOf(lane, name)));
    }
  }

  return { grabbed, said, put, onKey, onLeft: () => grab(null) };
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

const nameOfTicket = ({ contact }: TicketView): string => contactName(contact);
