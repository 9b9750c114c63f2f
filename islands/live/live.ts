import { toLogin, watchSignOut } from '../http/redirect-to-login.ts';
import { showToast } from '../page/toast.ts';
import { createLive } from './live-connection.ts';
import { createReachable } from './reachable.ts';

const HEARTBEAT_MS = 300_000;
const ANSWER_MS = 8000;
const READ_FIRST_MS = 1000;

/** The page's only socket. htmx lists fetch again on `refresh:<channel>`. */
export const live = createLive({
  open() {
    const address = new URL('/ws', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(address);
  },
  wait: (ms, then) => void setTimeout(then, ms),
  random: () => Math.random(),
  onFrame(channel, detail) {
    document.dispatchEvent(new CustomEvent(`refresh:${channel}`, { detail }));
  },
  onRefused: (text) => showToast({ level: 'warning', text }),
  onEnded(reason) {
    if (reason === 'expired') return toLogin();
    document.body.dataset.ended = 'elsewhere';
    showToast({ level: 'warning', text: document.body.dataset.textKicked ?? '' });
    setTimeout(toLogin, READ_FIRST_MS);
  },
});

const reachable = createReachable({
  answers: () =>
    fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
      ({ ok }) => ok,
      () => false,
    ),
  wait: (ms, then) => void setTimeout(then, ms),
});
export const { isReachable } = reachable;

/** Fetches what a gap may have hidden: between the page's rendering and its socket, and at each reconnection. */
export function afterGaps(catchUp: () => void): () => void {
  let hasBegun = false;
  const begin = () => {
    if (hasBegun || !live.isOnline()) return;
    hasBegun = true;
    if (live.mayHaveMissed(document.body.dataset.asOf)) catchUp();
  };
  begin();
  const stops = [live.on('status', begin), live.on('reconnect', catchUp)];
  return () => {
    for (const stop of stops) stop();
  };
}

const publishVisibility = () => void live.send('visible', !document.hidden);

export function startLive(): void {
  live.on('status', publishVisibility);
  live.on('status', (status) => (status === 'online' ? reachable.confirm() : reachable.check()));
  addEventListener('offline', reachable.check);
  addEventListener('online', live.restart);
  document.addEventListener('visibilitychange', publishVisibility);
  watchSignOut();
  live.start();
  setInterval(() => live.send('userStatus', null), HEARTBEAT_MS);
}
