import { positionToast } from '../page/toast.ts';
import { live } from './live.ts';

/** A restart or a network change takes less time. */
const PATIENCE_MS = 2000;

export function startUnreachable(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let card: HTMLElement | undefined;
  live.on('status', (status) => {
    clearTimeout(waiting);
    if (status === 'offline') waiting = setTimeout(showCard, PATIENCE_MS);
    else card?.remove();
  });
  live.on('reconnect', catchUp);
  const showCard = async () => {
    if (card?.isConnected || document.querySelector('[data-notice="offline"]') || (await answers())) return;
    if (!live.isOnline()) card = positionToast('error', document.body.dataset.textNetwork ?? '');
  };
}

/** If a proxy blocks only the WebSocket, pages still work. */
function answers(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function catchUp(): void {
  const triggers = [...document.querySelectorAll('[hx-trigger*="refresh:"]')].flatMap(
    (one) => one.getAttribute('hx-trigger')?.match(/refresh:[^\s,]+/g) ?? [],
  );
  for (const name of new Set(triggers)) document.dispatchEvent(new CustomEvent(name));
}
