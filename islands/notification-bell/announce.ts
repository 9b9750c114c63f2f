import type { Translate } from '@views/i18n.tsx';
import { summaryOf } from '@views/parts/messages/message-kind.ts';
import { previewOf } from '@/modules/notifications/notifications.schema.ts';
import type { Preferences } from '@/modules/notifications/preferences.schema.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { paths } from '@/paths.ts';
import { playSound } from '../volume.ts';
import { claim } from './claim.ts';
import { isPushedHere } from './push-browser.ts';

/** Milliseconds: a burst of messages makes one sound. */
const QUIET_MS = 2000;
let soundedAt = Number.NEGATIVE_INFINITY;

export function previewOfTicket(
  { lastMessage, lastMessageType }: Pick<TicketView, 'lastMessage' | 'lastMessageType'>,
  t: Translate,
): string {
  return previewOf(summaryOf({ body: lastMessage, mediaType: lastMessageType ?? 'conversation' }, t));
}

export function isOnScreen(uuid: string): boolean {
  if (document.hidden) return false;
  const pane = document.querySelector<HTMLElement>('#desk-pane [data-pane]');
  return pane?.dataset.pane === uuid && pane.getClientRects().length > 0;
}

export async function announce(
  message: { id: string; companyId: number },
  ticket: TicketView,
  preferences: Preferences,
  t: Translate,
): Promise<void> {
  if (!(await claim(`notified:${message.companyId}`, message.id, isOnScreen(ticket.uuid)))) return;
  if (preferences['notifications.sound'] === 'enabled') sound();
  const isAway = document.hidden || !document.hasFocus();
  if (isAway && preferences['notifications.browser'] === 'enabled') await notify(ticket, preferences, t);
}

function sound(): void {
  const now = performance.now();
  if (now - soundedAt < QUIET_MS) return;
  soundedAt = now;
  playSound('message');
}

async function notify(ticket: TicketView, preferences: Preferences, t: Translate): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  // A hidden page is also told by push: one notification is enough.
  if (document.hidden && preferences['notifications.push'] === 'enabled' && (await isPushedHere())) return;
  const preview = preferences['notifications.preview'] === 'enabled' ? previewOfTicket(ticket, t) : '';
  await show(ticket.contact.name || ticket.contact.number, {
    body: preview || t('notifications:newMessages', { count: ticket.unreadMessages }),
    tag: `ticket-${ticket.id}`,
    icon: '/icons/icon-192.png',
    data: { url: paths.ticket(ticket.uuid) },
  });
}

/** Phones allow notifications only from a service worker; the page shows them where there is none. */
async function show(title: string, options: NotificationOptions & { data: { url: string } }): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const again = { ...options, renotify: true };
  if (registration?.active) return registration.showNotification(title, again);
  const shown = new Notification(title, again);
  shown.onclick = () => {
    window.focus();
    location.assign(options.data.url);
  };
}
