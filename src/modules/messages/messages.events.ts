import type { Scope } from '@/kernel/scope.ts';
import { loadMessageViews } from './messages.queries.ts';

declare module '@/kernel/bus.ts' {
  interface EventMap {
    'message.created': { messageId: number; ticketId: number };
    'message.updated': { messageId: number; ticketId: number };
  }
}

declare module '@/kernel/outbox.ts' {
  interface OutboxKinds {
    /** Sends a stored own message. */
    'message.send': { messageId: number };
    /** Fetches the bytes of a received medium. */
    'media.download': { messageId: number };
    /** Blue ticks for what the customer wrote, up to a message. */
    'message.read': { ticketId: number; upTo: number };
  }
}

/** One message for the live updates; undefined when it is gone. */
export async function loadForTelling(scope: Scope, messageId: number) {
  return (await loadMessageViews(scope, [messageId]))[0];
}
