import type { Attachment } from '../composer/files/attachments.ts';
import { createStore, type Store } from './store.ts';

type Owner = { id: number; companyId: number };

const PREFIX = 'draft';
export const drafts = createStore<ReadonlyMap<number, string>>(new Map());
/** Until the page is left: what else was prepared for a ticket, when another one is opened. */
export const attached = createStore<ReadonlyMap<number, Attachment[]>>(new Map());
export const recordings = createStore<ReadonlyMap<number, Blob>>(new Map());

/** Without a value the entry ends. */
export function putEntry<V>(
  store: Store<ReadonlyMap<number, V>>,
  ticketId: number,
  value: V | undefined,
): void {
  const next = new Map(store.get());
  if (value === undefined) next.delete(ticketId);
  else next.set(ticketId, value);
  store.set(next);
}

let owner: Owner | undefined;

const keyOf = ({ companyId, id }: Owner, ticketId: number) => `${PREFIX}:${companyId}:${id}:${ticketId}`;

/** Drafts outlive a logout and are stored per person, so that others on the same browser do not see them. */
export function loadDrafts(me: Owner): void {
  owner = me;
  const start = `${PREFIX}:${me.companyId}:${me.id}:`;
  const found = new Map<number, string>();
  for (let at = 0; at < localStorage.length; at += 1) {
    const key = localStorage.key(at);
    if (key?.startsWith(start)) found.set(Number(key.slice(start.length)), localStorage.getItem(key) ?? '');
  }
  drafts.set(found);
}

export function saveDraft(ticketId: number, text: string): void {
  if (!owner) return;
  const next = new Map(drafts.get());
  try {
    if (text.trim() === '') {
      next.delete(ticketId);
      localStorage.removeItem(keyOf(owner, ticketId));
    } else {
      next.set(ticketId, text);
      localStorage.setItem(keyOf(owner, ticketId), text);
    }
  } catch {
    // Without storage only the copy for a reload is lost: the text is still in the field.
  }
  drafts.set(next);
}
