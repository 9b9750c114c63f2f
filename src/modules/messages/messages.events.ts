import type { Scope } from '@/core/scope.ts';
import { loadMessageViews } from './messages.queries.ts';
import type { Asker, MessageAction } from './send/message-changes.service.ts';

export interface MessageEvents {
  'message.created': { messageId: number; ticketId: number };
  'message.updated': { messageId: number; ticketId: number };
  /** `wanted` is the text or emoji that could not reach the customer. */
  'message.refused': {
    messageId: number;
    ticketId: number;
    userId: number;
    action: MessageAction;
    wanted: string;
    code: string;
  };
}
declare module '@/core/events.ts' {
  interface EventMap extends MessageEvents {}
}

export interface MessageWork {
  'message.send': { messageId: number };
  'media.download': { messageId: number };
  'message.text': { messageId: number; text: string };
  'message.read': { ticketId: number; upTo: number };
  'link.preview': { messageId: number; url: string };
  'message.edit': Change & { text: string; before: { body: string; isEdited: boolean } };
  'message.delete': Change;
  /** '' removes the reaction. */
  'message.react': Change & { emoji: string; before: string };
}
declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds extends MessageWork {}
}

/** `wid` stays the same at every try, so a retry is not a second change. */
type Change = { messageId: number; wid: string; asker: Asker };

export async function loadForPublishing(scope: Scope, messageId: number) {
  return (await loadMessageViews(scope, [messageId]))[0];
}
