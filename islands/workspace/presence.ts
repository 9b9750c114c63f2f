import type { TicketPerson } from '@views/parts/tickets/people.ts';
import { live } from '../live/live.ts';
import { createStore } from './store.ts';

export type TypingState = 'composing' | 'recording' | 'paused';

/** Milliseconds between two reports of the same state. */
const REPEAT_MS = 3000;
const PAUSE_MS = 5000;

/** Ticket id → agents in it, without the reader. */
export const people = createStore<ReadonlyMap<number, TicketPerson[]>>(new Map());

let lastSent = { ticketId: 0, state: 'paused' as TypingState, at: 0 };
let pause: ReturnType<typeof setTimeout> | undefined;

/** Call at every key; repeats are dropped. Reports 'paused' on sending or after five seconds without a call. */
export function reportTyping(ticketId: number, state: TypingState): void {
  clearTimeout(pause);
  if (state !== 'paused') pause = setTimeout(() => reportTyping(ticketId, 'paused'), PAUSE_MS);
  const isSame = lastSent.ticketId === ticketId && lastSent.state === state;
  if (isSame && (state === 'paused' || Date.now() - lastSent.at < REPEAT_MS)) return;
  if (state === 'paused' && lastSent.ticketId !== ticketId) return;
  if (live.send('typing', { ticketId, state })) lastSent = { ticketId, state, at: Date.now() };
}
