import type { MessageView } from '@/modules/messages/messages.views.ts';
import { api } from '../http/api.ts';
import { isReachable, live } from '../live/live.ts';
import { createSendQueue, type SendQueue, type SendQueueEntry } from './send-queue.ts';
import { indexedDbStorage } from './send-queue-storage.ts';
import { createStore } from './store.ts';

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 30_000;

export const justSent = createStore<MessageView[]>([]);
export const unsent = createStore<readonly SendQueueEntry[]>([]);
export const uploads = createStore<ReadonlyMap<string, number>>(new Map());

let sendQueue: SendQueue | undefined;

/** One per page. The first caller determines its owner. */
export function sendQueueOf(me: { id: number; companyId: number }): SendQueue {
  if (sendQueue) return sendQueue;
  // The name outbox- must not change: texts stored by an earlier version must be found.
  const name = `outbox-${me.companyId}-${me.id}`;
  const made = createSendQueue({
    storage: indexedDbStorage(name),
    post: postEntry,
    onSent: (messages: MessageView[]) => justSent.set(messages),
    later: (again, attempt) => {
      sendInBackground(name);
      setTimeout(again, Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1)));
    },
  });
  sendQueue = made;
  made.entries.subscribe(() => unsent.set(made.entries.get()));
  const retry = () => void made.flush();
  addEventListener('online', retry);
  isReachable.subscribe(() => isReachable.get() && retry());
  live.on('status', (status) => status === 'online' && retry());
  void made.start();
  return made;
}

/** The page may be closed before the connection is back. Safari and Firefox lack this: they send at the next visit. */
function sendInBackground(name: string): void {
  type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  navigator.serviceWorker?.ready
    .then((registration: Syncing) => registration.sync?.register(name))
    .catch(() => undefined);
}

async function postEntry(entry: SendQueueEntry): Promise<MessageView[]> {
  if (entry.files.length > 0) return postFiles(entry);
  const quotedMsg = entry.quoted ? { id: entry.quoted.id } : null;
  const { body, clientId, meantFor } = entry;
  // Entries stored by an older version lack `quick`.
  const quickMessageId = entry.quick?.id;
  const text = { body, clientId, quotedMsg, quickMessageId };
  return [await api.post<MessageView>(`/messages/${entry.ticketId}`, text, { meantFor })];
}

async function postFiles(entry: SendQueueEntry): Promise<MessageView[]> {
  const form = new FormData();
  for (const file of entry.files) form.append('body', file.caption);
  for (const file of entry.files) form.append('clientId', file.clientId);
  if (entry.quoted) form.append('quotedMsgId', entry.quoted.id);
  if (entry.isVoice) {
    const [note] = entry.files;
    form.append('voice', 'true');
    form.append('seconds', `${note?.seconds}`);
    form.append('waveform', `${note?.waveform ?? ''}`);
  }
  for (const file of entry.files) form.append('medias', file.blob, file.name);
  const onProgress = (share: number) =>
    uploads.set(
      new Map([...uploads.get(), ...entry.files.map(({ clientId }) => [clientId, share] as const)]),
    );
  try {
    const { messages } = await api.post<{ messages: MessageView[] }>(`/messages/${entry.ticketId}`, form, {
      meantFor: entry.meantFor,
      onProgress,
    });
    return messages;
  } finally {
    const left = new Map(uploads.get());
    for (const { clientId } of entry.files) left.delete(clientId);
    uploads.set(left);
  }
}
