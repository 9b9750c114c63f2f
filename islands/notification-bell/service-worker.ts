import { openTicketByUuid } from '../keys/open-ticket.ts';

export function startServiceWorker(locale: string): void {
  if (matchMedia('(width < 64rem)').matches)
    void import('../phone/fold.ts').then(({ startFold }) => startFold());
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(`/sw.js?lang=${locale}`).catch(() => undefined);
  navigator.serviceWorker.addEventListener('message', takeOver);
  void takeShared().catch(() => undefined);
}

async function takeShared(): Promise<void> {
  const isExpected = document.querySelector('[data-shared]') || (await globalThis.caches?.has('shared'));
  if (isExpected) await import('../phone/shared.ts').then(({ openShared }) => openShared());
}

function takeOver({ data, ports }: MessageEvent): void {
  const { type, url } = (data ?? {}) as { type?: unknown; url?: unknown };
  if (type !== 'open' || typeof url !== 'string' || !document.getElementById('workspace-pane')) return;
  const uuid = /^\/tickets\/([\w-]+)$/.exec(url)?.[1];
  if (!uuid) return;
  ports[0]?.postMessage('taken');
  openTicketByUuid(uuid);
}
