export type LiveHandler = (data: unknown) => void;

export type LiveOutside = {
  open(): WebSocket;
  wait(ms: number, then: () => void): void;
  /** 0 to 1. */
  random(): number;
  onFrame(channel: string, data: unknown): void;
  onEnded(reason: 'kicked' | 'expired'): void;
  onRefused(text: string): void;
};

export type Live = {
  /** Also `reconnect` (after a gap: fetch what was missed) and `status` ('online' or 'offline'). Returns the unsubscriber. */
  on(channel: string, handler: LiveHandler): () => void;
  emit(channel: string, data: unknown): void;
  /** False while the socket is closed: nothing is queued. */
  send(channel: string, data: unknown): boolean;
  isOnline(): boolean;
  /** `asOf` is the page's stamp. False if the socket was ready before anything happened, and nothing has come since. */
  mayHaveMissed(asOf: string | undefined): boolean;
  start(): void;
  /** Replaces the socket at once: after a change of network the old one is dead or waits for its next attempt. */
  restart(): void;
};

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 20_000;
const MAX_FAILURES = 6;
/** Where packets are lost, a browser takes two minutes to give up an attempt. */
const READY_WITHIN_MS = 15_000;
const OPEN = 1;

export function createLive(outside: LiveOutside): Live {
  const handlers = new Map<string, Set<LiveHandler>>();
  let socket: WebSocket | undefined;
  let failures = 0;
  let wasOpen = false;
  let ended = false;
  let isRefused = false;
  let isReady = false;
  let readyAsOf: string | undefined;
  let framesSince = 0;

  const emit = (channel: string, data: unknown) => {
    for (const handler of [...(handlers.get(channel) ?? [])]) handler(data);
  };

  function receive(text: unknown): void {
    if (typeof text !== 'string') return;
    const { channel, data } = JSON.parse(text) as {
      channel?: unknown;
      data?: { action?: unknown; text?: unknown; asOf?: string } | null;
    };
    if (typeof channel !== 'string') return;
    framesSince += 1;
    if (channel === 'ready') welcome(data?.asOf);
    if (channel === 'refused') {
      refuse(data);
      return;
    }
    emit(channel, data);
    outside.onFrame(channel, data);
    if (channel !== 'auth') return;
    const action = data?.action;
    if (action !== 'kicked' && action !== 'expired') return;
    ended = true;
    socket?.close();
    outside.onEnded(action);
  }

  function welcome(asOf: string | undefined): void {
    isReady = true;
    readyAsOf = asOf;
    framesSince = 0;
    failures = 0;
    isRefused = false;
    emit('status', 'online');
    if (wasOpen) emit('reconnect', undefined);
    wasOpen = true;
  }

  function refuse(data: { text?: unknown } | null | undefined): void {
    if (!isRefused) outside.onRefused(String(data?.text ?? ''));
    isRefused = true;
    failures = MAX_FAILURES;
  }

  /** Half of the delay is random, so that clients do not all return to a restarted server at once. */
  function retryDelay(): number {
    const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    return longest / 2 + (outside.random() * longest) / 2;
  }

  function connect(): void {
    if (ended) return;
    const opened = outside.open();
    socket = opened;
    opened.addEventListener('message', (event) => socket === opened && receive(event.data));
    opened.addEventListener('close', () => {
      if (socket !== opened) return;
      isReady = false;
      emit('status', 'offline');
      outside.wait(retryDelay(), () => socket === opened && connect());
      failures += 1;
    });
    outside.wait(READY_WITHIN_MS, () => socket === opened && !isReady && opened.close());
  }

  return {
    on(channel, handler) {
      const known = handlers.get(channel) ?? new Set();
      handlers.set(channel, known.add(handler));
      return () => void known.delete(handler);
    },
    emit,
    send(channel, data) {
      if (!socket || socket.readyState !== OPEN) return false;
      socket.send(JSON.stringify({ channel, data }));
      return true;
    },
    isOnline: () => isReady,
    mayHaveMissed: (asOf) => readyAsOf === undefined || readyAsOf !== asOf || framesSince > 0,
    start() {
      if (!socket) connect();
    },
    restart() {
      if (!socket || ended) return;
      const replaced = socket;
      isReady = false;
      failures = 0;
      connect();
      replaced.close();
      emit('status', 'offline');
    },
  };
}
