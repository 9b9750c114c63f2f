import { openTicketByUuid } from '../keys/open-ticket.ts';

/** Installs public/sw.js, in the page's language; where the browser has none (plain http) the desk works without. */
export function startServiceWorker(locale: string): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(`/sw.js?lang=${locale}`).catch(() => undefined);
  navigator.serviceWorker.addEventListener('message', takeOver);
}

/** A notification was clicked: the desk opens its ticket in place, other pages let themselves be led there. */
function takeOver({ data, ports }: MessageEvent): void {
  const { type, url } = (data ?? {}) as { type?: unknown; url?: unknown };
  if (type !== 'open' || typeof url !== 'string' || !document.getElementById('desk-pane')) return;
  const uuid = /^\/tickets\/([\w-]+)$/.exec(url)?.[1];
  if (!uuid) return;
  ports[0]?.postMessage('taken');
  openTicketByUuid(uuid);
}
