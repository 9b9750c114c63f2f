import { positionToast } from '../page/toast.ts';
import { afterGaps, isReachable } from './live.ts';

/** A restart or a network change takes less time. */
const PATIENCE_MS = 2000;

export function startUnreachable(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let card: HTMLElement | undefined;
  isReachable.subscribe(() => {
    clearTimeout(waiting);
    if (isReachable.get()) card?.remove();
    else waiting = setTimeout(showCard, PATIENCE_MS);
  });
  afterGaps(catchUp);
  const showCard = () => {
    if (document.querySelector('[data-notice="offline"]')) return;
    card = positionToast('error', document.body.dataset.textNetwork ?? '');
  };
}

function catchUp(): void {
  const triggers = [...document.querySelectorAll('[hx-trigger*="refresh:"]')].flatMap(
    (one) => one.getAttribute('hx-trigger')?.match(/refresh:[^\s,]+/g) ?? [],
  );
  for (const name of new Set(triggers)) document.dispatchEvent(new CustomEvent(name));
}
