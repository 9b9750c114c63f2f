import { showToast } from './toast.ts';

export type LiveHandler = (data: unknown) => void;

const HEARTBEAT_MS = 300_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 20_000;

const handlers = new Map<string, Set<LiveHandler>>();
let socket: WebSocket | undefined;
let failures = 0;
let wasOpen = false;
let stopped = false;

function emit(channel: string, data: unknown): void {
  for (const handler of handlers.get(channel) ?? []) handler(data);
  if (channel === 'reconnect' || channel === 'status') return;
  document.dispatchEvent(new CustomEvent(`refresh:${channel}`, { detail: data }));
}

/** The session has ended, or the same account was opened elsewhere: say so, then leave. */
function leaveWhenEnded(data: unknown): void {
  const action = (data as { action?: unknown } | null)?.action;
  if (action !== 'kicked' && action !== 'expired') return;
  stopped = true;
  socket?.close();
  if (action === 'expired') return location.assign('/login');
  showToast({ level: 'warning', text: document.body.dataset.textKicked ?? '' });
  setTimeout(() => location.assign('/login'), 1000);
}

function receive(text: unknown): void {
  if (typeof text !== 'string') return;
  const { channel, data } = JSON.parse(text) as { channel?: unknown; data?: unknown };
  if (typeof channel !== 'string') return;
  if (channel === 'auth') leaveWhenEnded(data);
  emit(channel, data);
}

/** Half of the doubled wait is chance, so that a restarted server is not met by everybody at once. */
function retryDelay(): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return longest / 2 + (Math.random() * longest) / 2;
}

function connect(): void {
  const address = new URL('/ws', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  socket = new WebSocket(address);
  socket.addEventListener('open', () => {
    failures = 0;
    emit('status', 'online');
    if (wasOpen) emit('reconnect', undefined);
    wasOpen = true;
  });
  socket.addEventListener('message', (event) => receive(event.data));
  socket.addEventListener('close', () => {
    emit('status', 'offline');
    if (stopped) return;
    setTimeout(connect, retryDelay());
    failures += 1;
  });
}

/** The page's one line to the server. */
export const live = {
  /**
   * Calls `handler` with the data of each frame of a channel, of `reconnect` (after a gap: fetch what was missed) or of
   * `status` ('online' or 'offline'). Returns what stops it.
   */
  on(channel: string, handler: LiveHandler): () => void {
    const known = handlers.get(channel) ?? new Set();
    handlers.set(channel, known.add(handler));
    return () => void known.delete(handler);
  },
  /** False when the line is down: nothing is kept for later. */
  send(channel: string, data: unknown): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify({ channel, data }));
    return true;
  },
  isOnline: (): boolean => socket?.readyState === WebSocket.OPEN,
};

/** Opens the line; called once per page that has a viewer. */
export function startLive(): void {
  if (socket) return;
  connect();
  setInterval(() => live.send('userStatus', null), HEARTBEAT_MS);
  // A laptop that wakes up should not wait for the back-off.
  addEventListener('online', () => {
    failures = 0;
  });
}
