import type { Scope } from '@/kernel/scope.ts';
import { loadMessageViews } from './messages.queries.ts';
import type { Asker, MessageAction } from './send/message-changes.ts';

export interface MessageEvents {
  'message.created': { messageId: number; ticketId: number };
  'message.updated': { messageId: number; ticketId: number };
  /** A change did not reach the customer and was taken back; `wanted` is what had been written or chosen. */
  'message.refused': {
    messageId: number;
    ticketId: number;
    userId: number;
    action: MessageAction;
    wanted: string;
    code: string;
  };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends MessageEvents {}
}

export interface MessageWork {
  /** Sends a stored own message. */
  'message.send': { messageId: number };
  /** Fetches the bytes of a received medium. */
  'media.download': { messageId: number };
  /** Keeps a text whose beginning alone fits the conversation in a file of its own. */
  'message.text': { messageId: number; text: string };
  /** Blue ticks for what the customer wrote, up to a message. */
  'message.read': { ticketId: number; upTo: number };
  /** Looks at what the first link of a text leads to. */
  'link.preview': { messageId: number; url: string };
  /** New words for a message; `before` is what comes back when they cannot reach the customer. */
  'message.edit': Change & { text: string; before: { body: string; isEdited: boolean } };
  /** Takes an own message back from the customer. */
  'message.delete': Change;
  /** The company's reaction to a message; '' is none. */
  'message.react': Change & { emoji: string; before: string };
}
declare module '@/kernel/outbox.ts' {
  interface OutboxKinds extends MessageWork {}
}

/** A change of a message goes out under an id of its own, the same at every try. */
type Change = { messageId: number; wid: string; asker: Asker };

/** One message for the live updates; undefined when it is gone. */
export async function loadForTelling(scope: Scope, messageId: number) {
  return (await loadMessageViews(scope, [messageId]))[0];
}
