import type { Translate } from '@views/i18n.tsx';
import { filterFor } from '@views/parts/tickets/workspace.ts';
import { afterGaps, live } from '../live/live.ts';
import { beginChange } from './begin-change.ts';
import {
  leaveTicket,
  noteChange,
  openTicket,
  refreshHeader,
  route,
  showList,
  shownUuid,
  showSide,
} from './navigation.ts';
import { clickedAction } from './shown-ticket.ts';
import { type LiveTicket, showError } from './workspace-api.ts';

export function startWorkspaceControls(meId: number, t: Translate): () => void {
  const click = (event: MouseEvent) => {
    const target = event.target as Element;
    const link = target.closest<HTMLElement>('[data-open]');
    if (link?.dataset.open && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      // `detail` is 0 for a click made by a key.
      const by = event.detail > 0 ? 'pointer' : 'keys';
      void openTicket(link.dataset.open, { messageId: link.dataset.message, by });
    }
    const button = target.closest<HTMLButtonElement>('[data-ticket-action]');
    if (button) void actBy(button, meId, t);
    if (target.closest('[data-drawer-toggle]'))
      void import('./surroundings.ts').then((later) => later.toggleDrawer());
    const side = target.closest<HTMLElement>('[data-workspace-view]')?.dataset.workspaceView;
    if (side === 'list') showList();
    else if (side) showTicket();
  };
  const open = (event: Event) => void showOpened((event as CustomEvent<{ uuid: string }>).detail.uuid);
  const leave = (event: Event) => {
    if ((event as CustomEvent<{ uuid: string }>).detail.uuid === route.get().uuid) void leaveTicket();
  };
  document.addEventListener('click', click);
  document.addEventListener('desk:open', open);
  document.addEventListener('desk:leave', leave);
  const stops = [
    live.on('ticket', (data) => followTicket(data as LiveTicket)),
    live.on('contact', (data) => followContact(data)),
    afterGaps(() => {
      const uuid = shownUuid();
      if (uuid) void refreshHeader(uuid);
    }),
  ];
  return () => {
    document.removeEventListener('click', click);
    document.removeEventListener('desk:open', open);
    document.removeEventListener('desk:leave', leave);
    for (const stop of stops) stop();
  };
}

async function actBy(button: HTMLButtonElement, meId: number, t: Translate): Promise<void> {
  // The header may be replaced while the script is fetched.
  const clicked = clickedAction(button);
  button.ariaBusy = 'true';
  try {
    await beginChange(import('./surroundings.ts'), (later) => later.actByButton(clicked, meId, t));
  } catch (error) {
    showError(error, t);
  } finally {
    button.ariaBusy = null;
  }
}

function showOpened(uuid: string): Promise<void> {
  const { uuid: former, filter } = route.get();
  route.set({ uuid: former, filter: filterFor('open', filter) });
  return openTicket(uuid);
}

function showTicket(): void {
  const uuid = shownUuid();
  if (uuid) void openTicket(uuid);
  else showSide('ticket');
}

function header(): HTMLElement | null {
  return document.getElementById('ticket-header');
}

function followTicket(event: LiveTicket): void {
  const shown = header()?.dataset;
  if (event.action === 'delete' && String(event.ticketId) === shown?.ticketId) void leaveTicket();
  if (event.action !== 'update') return;
  const { status, userId, queueId, tags, withBot } = event.ticket;
  const state = [status, userId ?? '', queueId ?? '', tags.map((tag) => tag.id).join(), withBot].join('|');
  noteChange(event.ticket, state);
  if (String(event.ticket.id) === shown?.ticketId && state !== shown.state)
    void refreshHeader(event.ticket.uuid);
}

function followContact(data: unknown): void {
  const { contact } = (data ?? {}) as { contact?: { id?: unknown } };
  const uuid = shownUuid();
  if (uuid && contact?.id !== undefined && String(contact.id) === header()?.dataset.contactId)
    void refreshHeader(uuid);
}
