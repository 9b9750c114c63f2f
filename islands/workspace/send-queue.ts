import type { QuotedView } from '@/modules/messages/messages.views.ts';
import { ApiError } from '../http/api.ts';
import { createStore } from './store.ts';

export type SendQueueFile = {
  clientId: string;
  name: string;
  type: string;
  size: number;
  caption: string;
  blob: Blob;
  seconds?: number;
  waveform?: string;
};

export type SendQueueEntry = {
  clientId: string;
  ticketId: number;
  /** The ticket on screen at the click (shown-ticket.ts); entries of an older version lack it. */
  meantFor?: string;
  /** ISO time of the click. */
  createdAt: string;
  body: string;
  quoted: QuotedView | null;
  files: SendQueueFile[];
  isVoice: boolean;
  quick: { id: number; name: string } | null;
  error: string | null;
};

export type SendQueueStorage = {
  load(): Promise<SendQueueEntry[]>;
  put(entry: SendQueueEntry): Promise<void>;
  remove(clientId: string): Promise<void>;
};

type Parts<Sent> = {
  storage: SendQueueStorage;
  /** Throws ApiError. Posting an entry twice must store it once. */
  post: (entry: SendQueueEntry) => Promise<Sent>;
  onSent: (sent: Sent) => void;
  later: (again: () => void, attempt: number) => void;
};

export type SendQueue = ReturnType<typeof createSendQueue>;

function isPassing(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'ERR_NETWORK' ||
      ([401, 429, 502, 503, 504].includes(error.status) && error.code !== 'ERR_SENDING_WAPP_MSG'))
  );
}

/** A message meant for another ticket waits there for its writer. */
function ticketIdAfter(code: string, { ticketId, meantFor }: SendQueueEntry): number {
  return (code === 'ERR_OTHER_TICKET' && Number(meantFor?.split(' ')[1])) || ticketId;
}

/** Sends in click order. An entry is removed only when the server has answered it or its writer discards it. */
export function createSendQueue<Sent>({ storage, post, onSent, later }: Parts<Sent>) {
  const entries = createStore<readonly SendQueueEntry[]>([]);
  let isRunning = false;
  let retriesAtOnce = false;
  let attempt = 0;
  let generation = 0;

  const change = (changed: SendQueueEntry) =>
    entries.set(entries.get().map((entry) => (entry.clientId === changed.clientId ? changed : entry)));
  const drop = (clientId: string) =>
    entries.set(entries.get().filter((entry) => entry.clientId !== clientId));
  // Without storage (private mode, full disk) only the copy for a reload is lost.
  const persist = (entry: SendQueueEntry) => storage.put(entry).catch(() => undefined);
  const forget = (clientId: string) => storage.remove(clientId).catch(() => undefined);

  async function sendOne(entry: SendQueueEntry): Promise<boolean> {
    try {
      onSent(await post(entry));
    } catch (error) {
      if (isPassing(error)) return false;
      const code = error instanceof ApiError ? error.code : 'ERR_INTERNAL';
      const refused = { ...entry, ticketId: ticketIdAfter(code, entry), error: code };
      change(refused);
      await persist(refused);
      return true;
    }
    drop(entry.clientId);
    await forget(entry.clientId);
    return true;
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    retriesAtOnce = false;
    generation += 1;
    try {
      for (;;) {
        const next = entries.get().find((entry) => entry.error === null);
        if (!next) break;
        if (await sendOne(next)) attempt = 0;
        else if (retriesAtOnce) retriesAtOnce = false;
        else {
          scheduleRetry();
          break;
        }
      }
    } finally {
      isRunning = false;
    }
  }

  /** Only the newest retry counts: several signs of one reconnection must not leave several rounds of retries. */
  function scheduleRetry(): void {
    attempt += 1;
    const mine = generation;
    later(() => {
      if (mine === generation) void run();
    }, attempt);
  }

  return {
    entries,
    flush(): Promise<void> {
      retriesAtOnce = true;
      attempt = 0;
      return run();
    },
    async start(): Promise<void> {
      const left = await storage.load().catch(() => []);
      const known = new Set(entries.get().map((entry) => entry.clientId));
      const all = [...left.filter((entry) => !known.has(entry.clientId)), ...entries.get()];
      entries.set(all.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0)));
      await run();
    },
    async add(entry: SendQueueEntry): Promise<void> {
      entries.set([...entries.get(), entry]);
      await persist(entry);
      await run();
    },
    async retry(clientId: string): Promise<void> {
      const entry = entries.get().find((one) => one.clientId === clientId);
      if (entry) change({ ...entry, error: null });
      await run();
    },
    async discard(clientId: string): Promise<void> {
      drop(clientId);
      await forget(clientId);
    },
  };
}
