import { createLive } from './live-line.ts';
import { showToast } from './toast.ts';

const HEARTBEAT_MS = 300_000;
const READ_FIRST_MS = 1000;

const toLogin = () => location.assign('/login');
/** The form leads away by itself: the news that the session has ended must not cross it. */
let isSigningOut = false;

/** The page's one line to the server; islands listen to it, lists fetch again on `refresh:<channel>`. */
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
  onEnded(reason) {
    if (reason === 'expired') return isSigningOut ? undefined : toLogin();
    showToast({ level: 'warning', text: document.body.dataset.textKicked ?? '' });
    setTimeout(toLogin, READ_FIRST_MS);
  },
});

/** A page in view needs no push: the server is told, now and whenever it changes. */
const tellVisible = () => void live.send('visible', !document.hidden);

/** Opens the line and says every five minutes that its person is still there, and at once whether he sees the page. */
export function startLive(): void {
  live.on('status', tellVisible);
  document.addEventListener('visibilitychange', tellVisible);
  document.addEventListener('submit', ({ target }) => {
    isSigningOut = (target as Element).getAttribute('action') === '/logout';
  });
  live.start();
  setInterval(() => live.send('userStatus', null), HEARTBEAT_MS);
}
