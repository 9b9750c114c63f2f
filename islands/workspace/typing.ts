import { live } from '../live/live.ts';
import { createStore } from './store.ts';

export type Presence = 'composing' | 'recording';

/** WhatsApp sends "paused" at the end, but not when a phone loses its network. */
const EXPIRES_MS = 12_000;

export const typing = createStore<ReadonlyMap<number, { presence: Presence; name: string }>>(new Map());
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let listening = false;

function receivePresence(data: unknown): void {
  const { ticketId, presence, name } = (data ?? {}) as {
    ticketId?: unknown;
    presence?: unknown;
    name?: unknown;
  };
  if (typeof ticketId !== 'number') return;
  clearTimeout(timers.get(ticketId));
  if (presence !== 'composing' && presence !== 'recording') {
    stopTyping(ticketId);
    return;
  }
  typing.set(new Map(typing.get()).set(ticketId, { presence, name: typeof name === 'string' ? name : '' }));
  timers.set(
    ticketId,
    setTimeout(() => stopTyping(ticketId), EXPIRES_MS),
  );
}

export function stopTyping(ticketId: number): void {
  clearTimeout(timers.get(ticketId));
  timers.delete(ticketId);
  if (!typing.get().has(ticketId)) return;
  const next = new Map(typing.get());
  next.delete(ticketId);
  typing.set(next);
}

export function startTyping(): void {
  if (listening) return;
  listening = true;
  live.on('presence', receivePresence);
}
