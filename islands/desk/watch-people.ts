import type { I18n } from '@views/i18n.tsx';
import { peopleText, type TicketPerson } from '@views/parts/tickets/people.ts';
import { live } from '../live.ts';
import { people } from './presence.ts';

function receive(meId: number, data: unknown): void {
  const { ticketId, people: all } = data as { ticketId: number; people: TicketPerson[] };
  const others = all.filter((person) => person.id !== meId);
  const next = new Map(people.get());
  if (others.length > 0) next.set(ticketId, others);
  else next.delete(ticketId);
  people.set(next);
}

/** htmx draws the header, so React cannot update it. */
function show(i18n: I18n): void {
  const slot = document.querySelector<HTMLElement>('[data-ticket-people]');
  const id = document.getElementById('ticket-header')?.dataset.ticketId;
  const text = peopleText(people.get().get(Number(id)) ?? [], i18n);
  if (slot && slot.textContent !== text) {
    slot.textContent = text;
    slot.title = text;
  }
}

export function startPresence(meId: number, i18n: I18n): () => void {
  let place: number | null = null;
  const look = (isNews: boolean) => {
    const id = document.getElementById('ticket-header')?.dataset.ticketId;
    const next = id && !document.hidden ? Number(id) : null;
    if (next === place && !isNews) return;
    place = next;
    live.send('viewing', { ticketId: place });
  };
  const lookAgain = () => {
    look(false);
    show(i18n);
  };
  document.addEventListener('htmx:after:swap', lookAgain);
  document.addEventListener('visibilitychange', lookAgain);
  const stops = [
    people.subscribe(() => show(i18n)),
    live.on('ticketPresence', (data) => receive(meId, data)),
    live.on('status', (status) => {
      // The server forgets a closed socket, so what it reported is void.
      people.set(new Map());
      if (status === 'online') look(true);
    }),
  ];
  look(true);
  return () => {
    document.removeEventListener('htmx:after:swap', lookAgain);
    document.removeEventListener('visibilitychange', lookAgain);
    for (const stop of stops) stop();
  };
}
