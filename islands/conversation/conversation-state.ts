import { dayKey } from '@views/parts/messages/dates.ts';
import type { MessageView } from '@/modules/messages/messages.schema.ts';
import type { OutboxEntry } from '../desk/outbox.ts';
import { localMessages } from './local-message.ts';

/** The part of a conversation that is loaded: without holes, oldest first. */
export type MessageWindow = {
  messages: readonly MessageView[];
  hasOlder: boolean;
  /** The reader looks at the past; what is new is beyond this window. */
  hasNewer: boolean;
};

export type WindowAction =
  | { type: 'older' | 'newer'; messages: MessageView[]; hasMore: boolean }
  /** Another stretch of the conversation, or the newest page. */
  | { type: 'replace'; messages: MessageView[]; hasOlder: boolean; hasNewer: boolean }
  /** Live: new ones and changes of known ones. */
  | { type: 'arrive'; messages: MessageView[] };

/** More than these are never in the document: who reads far back has the newest fetched again later. */
export const MOST_LOADED = 600;

export function reduceWindow(window: MessageWindow, action: WindowAction): MessageWindow {
  switch (action.type) {
    case 'older':
      return cutNewest({
        ...window,
        messages: merge(window.messages, action.messages),
        hasOlder: action.hasMore,
      });
    case 'newer':
      return cutOldest({
        ...window,
        messages: merge(window.messages, action.messages),
        hasNewer: action.hasMore,
      });
    case 'replace':
      return { messages: merge([], action.messages), hasOlder: action.hasOlder, hasNewer: action.hasNewer };
    case 'arrive':
      return arrive(window, action.messages);
  }
}

const idOf = (message: MessageView) => Number(message.id);

/** Changes of what is outside the window wait until it is loaded. */
function arrive(window: MessageWindow, messages: MessageView[]): MessageWindow {
  const known = new Set(window.messages.map((message) => message.id));
  const first = window.messages[0];
  const fitting = messages.filter((message) => {
    if (known.has(message.id)) return true;
    if (window.hasNewer) return false;
    return !window.hasOlder || !first || idOf(message) > idOf(first);
  });
  return fitting.length === 0 ? window : cutOldest({ ...window, messages: merge(window.messages, fitting) });
}

function cutNewest(window: MessageWindow): MessageWindow {
  if (window.messages.length <= MOST_LOADED) return window;
  return { ...window, messages: window.messages.slice(0, MOST_LOADED), hasNewer: true };
}

function cutOldest(window: MessageWindow): MessageWindow {
  if (window.messages.length <= MOST_LOADED) return window;
  return { ...window, messages: window.messages.slice(-MOST_LOADED), hasOlder: true };
}

/** Each message once, in order; of two copies the later one counts, and ticks only rise. */
export function merge(
  known: readonly MessageView[],
  incoming: readonly MessageView[],
): readonly MessageView[] {
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of incoming) {
    const former = byId.get(message.id);
    byId.set(message.id, former ? newerOf(former, message) : message);
  }
  return [...byId.values()].sort((a, b) => idOf(a) - idOf(b));
}

function newerOf(known: MessageView, incoming: MessageView): MessageView {
  const later = incoming.updatedAt >= known.updatedAt ? incoming : known;
  if (later.error !== null) return later;
  const ack = Math.max(known.ack, incoming.ack);
  return later.ack === ack ? later : { ...later, ack };
}

/** The first message that nobody of the desk has read; undefined when all are. */
export function firstUnread(messages: readonly MessageView[]): string | undefined {
  return messages.find((message) => !message.fromMe && !message.read)?.id;
}

export type Item = {
  message: MessageView /** First of a run of the same author: it bears the bubble's tip. */;
  isStart: boolean;
};
export type Day = { key: string; first: string; items: Item[] };

/** All that is shown, day by day: what is loaded, then what waits in the outbox and has not come back yet. */
export function daysOf(
  { messages, hasNewer }: MessageWindow,
  waiting: readonly OutboxEntry[],
  timeZone: string,
): Day[] {
  const stored = new Set(messages.map((message) => message.clientId));
  const local = hasNewer
    ? []
    : waiting.flatMap(localMessages).filter((message) => !stored.has(message.clientId));
  const days: Day[] = [];
  let former: MessageView | undefined;
  for (const message of [...messages, ...local]) {
    const key = dayKey(message.createdAt, { timeZone });
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, first: message.createdAt, items: [] };
      days.push(day);
      former = undefined;
    }
    day.items.push({ message, isStart: !former || authorOf(former) !== authorOf(message) });
    former = message;
  }
  return days;
}

function authorOf(message: MessageView): string {
  return message.fromMe ? 'me' : `${message.contactId}`;
}
