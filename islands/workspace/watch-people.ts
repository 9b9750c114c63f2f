import type { I18n } from '@views/i18n.tsx';
import { peopleText, type TicketPerson } from '@views/parts/tickets/people.ts';
import { live } from '../live/live.ts';
import { people } from './presence.ts';

function receive(meId: number, data: unknown): void {
  const { ticketId, people: all } = data as { ticketId: number; people: TicketPerson[] };
  const others = all.filter((person) => person.id !== meId);
  const next = new Map(people.get());
  if (others.length > 0) next.set(ticketId, others);
  else next.delete(ticketId);
  people.set(next);
}

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
  let target: number | null = null;
  const update = (isNews: boolean) => {
    const id = document.getElementById('ticket-header')?.dataset.ticketId;
    const next = id && !document.hidden ? Number(id) : null;
    if (next === target && !isNews) return;
    target = next;
    live.send('viewing', { ticketId: target });
  };
  const checkAgain = () => {
    update(false);
    show(i18n);
  };
  document.addEventListener('htmx:after:swap', checkAgain);
  document.addEventListener('visibilitychange', checkAgain);
  const stops = [
    people.subscribe(() => show(i18n)),
    live.on('ticketPresence', (data) => receive(meId, data)),
    live.on('status', (status) => {
      // The server forgets a closed socket, so what it reported is void.
      people.set(new Map());
      if (status === 'online') update(true);
    }),
  ];
  update(true);
  return () => {
    document.removeEventListener('htmx:after:swap', checkAgain);
    document.removeEventListener('visibilitychange', checkAgain);
    for (const stop of stops) stop();
  };
}
