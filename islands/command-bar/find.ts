import { ICON_PATHS } from '@views/ui/icons/icon-paths.ts';
import type { ContactPage } from '@/modules/contacts/contacts.views.ts';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import type { TicketPage } from '@/modules/tickets/tickets.views.ts';
import { contactName, numberBeside } from '@/schemas/phone-number.schema.ts';
import { matching as matchingQuick, quickLabel } from '../composer/quick-messages/quick-match.ts';
import { api } from '../http/api.ts';
import { openTicketByUuid } from '../keys/open-ticket.ts';
import { openDialog } from '../workspace/navigation.ts';
import { type Command, contactsLink } from './commands.ts';

const MAX_TICKETS = 8;
const MAX_RECENT = 5;
const MAX_CONTACTS = 5;

type Ticket = TicketPage['tickets'][number];

export async function findTickets(query: string, signal: AbortSignal): Promise<Command[]> {
  const { tickets } = await api.get<TicketPage>('/tickets', { query: { searchParam: query }, signal });
  return tickets.slice(0, MAX_TICKETS).map(commandOf);
}

export async function recentTickets(signal: AbortSignal): Promise<Command[]> {
  const { tickets } = await api.get<TicketPage>('/tickets', { query: { status: 'open' }, signal });
  return tickets.slice(0, MAX_RECENT).map(commandOf);
}

function commandOf({ id, uuid, contact, queue }: Ticket): Command {
  return {
    id: `ticket-${id}`,
    group: 'tickets',
    icon: ICON_PATHS['message-circle'],
    label: contactName(contact),
    note: [numberBeside(contact), queue?.name].filter(Boolean).join(' · '),
    run: () => openTicketByUuid(uuid),
  };
}

export async function findContacts(menu: ParentNode, query: string, signal: AbortSignal): Promise<Command[]> {
  if (!contactsLink(menu)) return [];
  const { contacts } = await api.get<ContactPage>('/contacts', {
    query: { searchParam: query, groups: 'without' },
    signal,
  });
  return contacts.slice(0, MAX_CONTACTS).map((contact) => ({
    id: `contact-${contact.id}`,
    group: 'contacts',
    icon: ICON_PATHS.contact,
    label: contactName(contact),
    note: numberBeside(contact),
    run: () => void openDialog(`/tickets/new?contactId=${contact.id}`),
  }));
}

export async function settingsItems(menu: ParentNode, signal: AbortSignal): Promise<Command[]> {
  const areas = [
    { link: menu.querySelector('nav a[href="/settings"]'), address: '/settings' },
    { link: menu.querySelector('nav a[href="/platform"]'), address: '/settings?subject=global' },
  ];
  const pages = await Promise.all(
    areas.map(async ({ link, address }) => {
      const page = link ? await partOf(address, signal) : null;
      const icon = link?.querySelector('svg')?.innerHTML ?? '';
      return page ? { tabs: listedOn(page, icon), rows: rowsOn(page, icon) } : { tabs: [], rows: [] };
    }),
  );
  return [...pages.flatMap(({ tabs }) => tabs), ...(pages[0]?.rows ?? [])];
}

async function partOf(address: string, signal: AbortSignal): Promise<Document | null> {
  const headers = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
  const reply = await fetch(address, { headers, signal });
  return reply.ok ? new DOMParser().parseFromString(await reply.text(), 'text/html') : null;
}

function rowsOn(page: Document, icon: string): Command[] {
  return [...page.querySelectorAll('.panel .field-label')].flatMap((label): Command[] => {
    const id = label.getAttribute('for') ?? label.id;
    const hint = label.parentElement?.querySelector('.field-hint')?.textContent ?? '';
    const run = () => location.assign(`/settings#${id}`);
    return id ? [{ id, group: 'settings', icon, label: label.textContent.trim(), hint, run }] : [];
  });
}

function listedOn(page: Document, icon: string): Command[] {
  return [...page.querySelectorAll('.subjects a:not([data-elsewhere])')].map((link) => ({
    id: `settings-${link.getAttribute('href')}`,
    group: 'settings',
    icon,
    label: link.querySelector('.subject-name')?.textContent ?? '',
    hint: link.querySelector('.subject-about')?.textContent ?? '',
    run: () => location.assign(link.getAttribute('href') ?? '/settings'),
  }));
}

const MAX_QUICK = 5;

function emptyComposer(): HTMLTextAreaElement | undefined {
  const field = document.querySelector<HTMLTextAreaElement>(
    '#workspace-pane:not([inert]) .composer textarea',
  );
  return field && !field.disabled && field.value === '' ? field : undefined;
}

export async function loadQuickMessages(signal: AbortSignal): Promise<QuickMessageView[]> {
  return emptyComposer() ? api.get<QuickMessageView[]>('/quick-messages/list', { signal }) : [];
}

/** Written into an empty composer as its command; the composer then shows what would be sent. */
export function quickCommands(all: QuickMessageView[], query: string): Command[] {
  const field = emptyComposer();
  if (!field) return [];
  return matchingQuick(all, query.replace(/^\//, ''))
    .slice(0, MAX_QUICK)
    .map((quick) => ({
      id: `quick-${quick.id}`,
      group: 'quick',
      icon: ICON_PATHS.zap,
      label: quickLabel(quick),
      run: () => {
        field.focus();
        field.setRangeText(`/${quick.shortcode}`, 0, field.value.length, 'end');
        field.dispatchEvent(new Event('input', { bubbles: true }));
      },
    }));
}
