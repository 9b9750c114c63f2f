import type { Translate } from '@views/i18n.tsx';
import type { TicketPage } from '@/modules/tickets/tickets.views.ts';
import { api } from '../api.ts';
import { openDialog } from '../desk/navigation.ts';
import { openTicketByUuid } from '../keys/open-ticket.ts';

export type Command = {
  id: string;
  group: 'go' | 'actions' | 'tickets';
  label: string;
  note?: string;
  run: () => void;
};

const MOST_TICKETS = 8;

export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function matching(commands: Command[], query: string): Command[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => {
    const said = plain(label);
    return words.every((word) => said.includes(word));
  });
}

export function placesOf(menu: ParentNode): Command[] {
  return [...menu.querySelectorAll<HTMLAnchorElement>('nav a[href]')].map((link) => ({
    id: `go-${link.getAttribute('href')}`,
    group: 'go',
    label: link.querySelector('.side-label')?.textContent ?? link.title,
    run: () => location.assign(link.href),
  }));
}

export function actionsOf(t: Translate, onHelp: () => void): Command[] {
  const press = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.click();
  const action = (name: string, run: () => void): Command => ({
    id: `do-${name}`,
    group: 'actions',
    label: t(`commands:action.${name}`),
    run,
  });
  return [
    action('newTicket', () => openDialog('/tickets/new')),
    action('keys', onHelp),
    action('theme', press('[data-theme-toggle]')),
    action('profile', press('[hx-get="/profile"]')),
    action('notifications', () => void document.dispatchEvent(new Event('notifications:settings'))),
    action('reload', () => location.reload()),
  ];
}

export async function findTickets(query: string, signal: AbortSignal): Promise<Command[]> {
  const { tickets } = await api.get<TicketPage>('/tickets', { query: { searchParam: query }, signal });
  return tickets.slice(0, MOST_TICKETS).map((ticket) => ({
    id: `ticket-${ticket.id}`,
    group: 'tickets',
    label: ticket.contact.name || ticket.contact.number,
    note: [ticket.contact.number, ticket.queue?.name].filter(Boolean).join(' · '),
    run: () => openTicketByUuid(ticket.uuid),
  }));
}

export function contactSearch(menu: ParentNode, query: string, t: Translate): Command[] {
  const link = menu.querySelector<HTMLAnchorElement>('nav a[href="/contacts"]');
  if (!link || query === '') return [];
  const href = `/contacts?${new URLSearchParams({ searchParam: query })}`;
  return [
    {
      id: 'contacts',
      group: 'actions',
      label: t('commands:contacts', { text: query }),
      run: () => location.assign(href),
    },
  ];
}
