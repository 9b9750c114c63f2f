import { live } from './live.ts';
import { placeToast } from './toast.ts';

/** A restart, or a network that changes, is over sooner. */
const PATIENCE_MS = 2000;

/**
 * A server that is gone is told once, by a card that stays until it is back, and not where the composer says so. Then
 * the page's lists are fetched again, for nobody told them what happened meanwhile.
 */
export function startUnreachable(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let card: HTMLElement | undefined;
  live.on('status', (status) => {
    clearTimeout(waiting);
    if (status === 'offline') waiting = setTimeout(tell, PATIENCE_MS);
    else card?.remove();
  });
  live.on('reconnect', catchUp);
  const tell = async () => {
    if (card?.isConnected || document.querySelector('[data-notice="offline"]') || (await answers())) return;
    if (!live.isOnline()) card = placeToast('error', document.body.dataset.textNetwork ?? '');
  };
}

/** Where something between refuses only the live line, pages work all the same. */
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
