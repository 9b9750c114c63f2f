import { createStore } from './store.ts';

type Owner = { id: number; companyId: number };

const PREFIX = 'draft';
/** Ticket id → text, of the person at this desk. */
export const drafts = createStore<ReadonlyMap<number, string>>(new Map());
let owner: Owner | undefined;

const keyOf = ({ companyId, id }: Owner, ticketId: number) => `${PREFIX}:${companyId}:${id}:${ticketId}`;

/** Reads this person's drafts: they outlive a logout, and another person on the same browser does not see them. */
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

/** Keeps what was typed; nothing but blanks removes it. */
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
    // A full or closed storage costs the reload's copy only: the text is still in the field.
  }
  drafts.set(next);
}
