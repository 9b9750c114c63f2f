import type { Translate } from '@views/i18n.tsx';
import { summaryOf } from '@views/parts/messages/message-kind.ts';
import { chatPaths } from '@/modules/internal-chat/chat-paths.schema.ts';
import { previewOf } from '@/modules/notifications/notifications.schema.ts';
import type { Preferences } from '@/modules/notifications/preferences.schema.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { ticketPath } from '@/ticket-path.ts';
import { playSound } from '../page/sound.ts';
import type { Mention } from './bell-state.ts';
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

function isOnScreen(uuid: string): boolean {
  if (document.hidden) return false;
  const pane = document.querySelector<HTMLElement>('#workspace-pane [data-pane]');
  return pane?.dataset.pane === uuid && pane.getClientRects().length > 0;
}

export async function announce(
  message: { id: string; companyId: number },
  ticket: TicketView,
  preferences: Preferences,
  t: Translate,
): Promise<void> {
  if (!(await claim(`notified:${message.companyId}`, message.id, isOnScreen(ticket.uuid)))) return;
  await notifyPerson(preferences, {
    title: contactName(ticket.contact),
    preview: previewOfTicket(ticket, t),
    instead: t('notifications:newMessages', { count: ticket.unreadMessages }),
    tag: tagOf(ticket.id),
    url: ticketPath(ticket.uuid),
  });
}

export async function withdraw({ id, lastMessageType }: TicketView): Promise<void> {
  if (lastMessageType !== 'deleted') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications({ tag: tagOf(id) })) ?? [];
  for (const notification of shown) notification.close();
}

const tagOf = (ticketId: number) => `ticket-${ticketId}`;

export async function announceMention(
  mention: Mention,
  companyId: number,
  preferences: Preferences,
  t: Translate,
): Promise<void> {
  const { messageId, chatId, chatUuid, chatTitle, sender, message } = mention;
  if (!(await claim(`mentioned:${companyId}`, String(messageId), isChatOnScreen(chatId)))) return;
  await notifyPerson(preferences, {
    title: t('notifications:mentionedBy', { name: sender }),
    preview: previewOf(message),
    instead: chatTitle,
    tag: `chat-${chatId}`,
    url: chatPaths.chat(chatUuid),
  });
}

function isChatOnScreen(chatId: number): boolean {
  const pane = document.querySelector<HTMLElement>(`[data-chat-pane="${chatId}"]`);
  return !document.hidden && pane !== null && pane.getClientRects().length > 0;
}

/** `instead` is shown to people who disabled message previews. */
type News = { title: string; preview: string; instead: string; tag: string; url: string };

async function notifyPerson(preferences: Preferences, news: News): Promise<void> {
  if (preferences['notifications.sound'] === 'enabled') sound();
  const isAway = document.hidden || !document.hasFocus();
  if (isAway && preferences['notifications.browser'] === 'enabled') await notify(news, preferences);
}

function sound(): void {
  const now = performance.now();
  if (now - soundedAt < QUIET_MS) return;
  soundedAt = now;
  playSound();
}

async function notify({ title, preview, instead, tag, url }: News, preferences: Preferences): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  if (document.hidden && preferences['notifications.push'] === 'enabled' && (await isPushedHere())) return;
  const isShown = preferences['notifications.preview'] === 'enabled' && preview !== '';
  await show(title, {
    body: isShown ? preview : instead,
    tag,
    icon: '/icons/app.png',
    data: { url },
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
