import { dayKey } from '@views/parts/messages/dates.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import type { SendQueueEntry } from '../workspace/send-queue.ts';
import { PAGE } from '../workspace/workspace-api.ts';
import { withAlbums } from './albums.ts';
import { localMessages } from './message/local-message.ts';
import { isPicture, signatureOf } from './message/message-shape.ts';

/** Without gaps, oldest first. */
export type MessageWindow = {
  messages: readonly MessageView[];
  events: readonly TicketEventView[];
  hasOlder: boolean;
  hasNewer: boolean;
  firstAt?: number;
  stretch?: number;
};

export type WindowAction =
  | { type: 'older' | 'newer'; messages: MessageView[]; events: TicketEventView[]; hasMore: boolean }
  | {
      type: 'replace';
      messages: MessageView[];
      events: TicketEventView[];
      hasOlder: boolean;
      hasNewer: boolean;
    }
  | { type: 'arrive'; messages: MessageView[]; events?: TicketEventView[] };

/** Memory limit: loading older messages drops the newest, which are fetched again later. */
export const MAX_LOADED = 6000;

export function reduceWindow(window: MessageWindow, action: WindowAction): MessageWindow {
  switch (action.type) {
    case 'older':
      return cutNewest(withOlder(window, action));
    case 'newer':
      return cutOldest({
        ...window,
        messages: merge(window.messages, action.messages),
        events: mergeEvents(window.events, action.events),
        hasNewer: action.hasMore,
      });
    case 'replace':
      return {
        messages: merge([], action.messages),
        events: mergeEvents([], action.events),
        hasOlder: action.hasOlder,
        hasNewer: action.hasNewer,
        stretch: (window.stretch ?? 0) + 1,
      };
    case 'arrive': {
      const events = mergeEvents(window.events, action.events ?? []);
      return arrive(events === window.events ? window : { ...window, events }, action.messages);
    }
  }
}

const idOf = (message: MessageView) => Number(message.id);

function withOlder(
  window: MessageWindow,
  page: { messages: MessageView[]; events: TicketEventView[]; hasMore: boolean },
): MessageWindow {
  const messages = merge(window.messages, page.messages);
  const { firstAt = 0 } = window;
  return {
    ...window,
    messages,
    events: mergeEvents(window.events, page.events),
    hasOlder: page.hasMore,
    firstAt: firstAt - (messages.length - window.messages.length),
  };
}

/** Changes outside the window are dropped: they arrive when their page is fetched. */
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
  if (window.messages.length <= MAX_LOADED) return window;
  return { ...window, messages: window.messages.slice(0, MAX_LOADED), hasNewer: true };
}

function cutOldest(window: MessageWindow): MessageWindow {
  if (window.messages.length <= MAX_LOADED) return window;
  const { messages, firstAt = 0 } = window;
  const rest = messages.slice(-MAX_LOADED);
  return { ...window, messages: rest, hasOlder: true, firstAt: firstAt + messages.length - rest.length };
}

/** The later of two copies wins, but ticks only rise. */
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

function mergeEvents(
  known: readonly TicketEventView[],
  incoming: readonly TicketEventView[],
): readonly TicketEventView[] {
  const ids = new Set(known.map((event) => event.id));
  const fresh = incoming.filter((event) => !ids.has(event.id));
  return fresh.length === 0 ? known : [...known, ...fresh].sort((a, b) => a.id - b.id);
}

function newerOf(known: MessageView, incoming: MessageView): MessageView {
  const later = incoming.updatedAt >= known.updatedAt ? incoming : known;
  if (later.error !== null) return later;
  const ack = Math.max(known.ack, incoming.ack);
  return later.ack === ack ? later : { ...later, ack };
}

export function firstUnread(messages: readonly MessageView[]): string | undefined {
  return messages.find((message) => !message.fromMe && !message.read)?.id;
}

export type Item = { block: number } & (
  | {
      message: MessageView;
      isStart: boolean;
      signer?: string | undefined;
      event?: undefined;
      album?: undefined;
    }
  | {
      album: MessageView[];
      isStart: boolean;
      signer?: string | undefined;
      event?: undefined;
      message?: undefined;
    }
  | { event: TicketEventView; message?: undefined; album?: undefined }
);
export type Day = { key: string; first: string; items: Item[] };
export type Block = { at: number; items: Item[] };

/** Messages rendered or skipped together; a message stays in its block when others are loaded around it. */
const BLOCK = 8;
/** Whole: a block that an older page completed would grow in view. */
const BLOCKS_PER_PAGE = PAGE / BLOCK;

/** Older pages come above the view: of each, two blocks fill it if the reader is waiting, and the rest is rendered when near. */
export const isRenderedAtOnce = ({ at }: Pick<Block, 'at'>) =>
  at >= 0 || [1, 2].includes(-at % BLOCKS_PER_PAGE);

export function daysOf(window: MessageWindow, waiting: readonly SendQueueEntry[], timeZone: string): Day[] {
  const days: Day[] = [];
  let former: MessageView | undefined;
  let signer: string | undefined;
  let at = window.firstAt ?? 0;
  for (const one of historyOf(window, waiting)) {
    const key = dayOf(one, timeZone);
    const block = Math.floor(at / BLOCK);
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, first: one.createdAt, items: [] };
      days.push(day);
      former = undefined;
    }
    if ('type' in one) {
      day.items.push({ block, event: one });
      former = undefined;
    } else {
      const isStart = !former || authorOf(former) !== authorOf(one);
      const signature = signatureOf(one);
      const isSame = !isStart && signature === signer;
      day.items.push({ block, message: one, isStart, ...(signature && !isSame && { signer: signature }) });
      if (isStart || signature || !isPicture(one)) signer = signature;
      former = one;
      at += 1;
    }
  }
  return days.map((day) => ({ ...day, items: withAlbums(day.items) }));
}

const knownDays = new WeakMap<object, { timeZone: string; key: string }>();

/** Caches formatted dates: five thousand would be formatted again with each new message. */
function dayOf(one: { createdAt: string }, timeZone: string): string {
  const known = knownDays.get(one);
  if (known?.timeZone === timeZone) return known.key;
  const key = dayKey(one.createdAt, { timeZone });
  knownDays.set(one, { timeZone, key });
  return key;
}

export function blocksOf(items: readonly Item[]): Block[] {
  const blocks: Block[] = [];
  for (const item of items) {
    const last = blocks.at(-1);
    if (last?.at === item.block) last.items.push(item);
    else blocks.push({ at: item.block, items: [item] });
  }
  return blocks;
}

export function holds({ items }: Block, id: string): boolean {
  return items.some(({ message, album }) => message?.id === id || album?.some((one) => one.id === id));
}

export function unreadDivider(
  from: string | undefined,
  { messages }: MessageWindow,
  isAnswering: boolean,
): string | undefined {
  const isAnswered = messages.some(
    (one) => one.fromMe && one.origin !== 'system' && idOf(one) > Number(from),
  );
  return isAnswering || isAnswered ? undefined : from;
}

function historyOf(
  { messages, events, hasOlder, hasNewer }: MessageWindow,
  waiting: readonly SendQueueEntry[],
): (MessageView | TicketEventView)[] {
  const stored = new Set(messages.map((message) => message.clientId));
  const local = hasNewer
    ? []
    : waiting.flatMap(localMessages).filter((message) => !stored.has(message.clientId));
  const from = hasOlder ? (messages[0]?.createdAt ?? '') : '';
  const to = hasNewer ? messages.at(-1)?.createdAt : undefined;
  const shown = events.filter(({ createdAt }) => createdAt >= from && (!to || createdAt <= to));
  const history: (MessageView | TicketEventView)[] = [];
  let next = 0;
  for (const message of messages) {
    for (; isBefore(shown[next], message); next += 1) history.push(...shown.slice(next, next + 1));
    history.push(message);
  }
  return [...history, ...shown.slice(next), ...local];
}

/** The message that opens a ticket has the same time as its opening. */
function isBefore(event: TicketEventView | undefined, { createdAt }: MessageView): boolean {
  if (!event) return false;
  return event.type === 'opened' ? event.createdAt <= createdAt : event.createdAt < createdAt;
}

function authorOf(message: MessageView): string {
  return message.fromMe ? 'me' : `${message.contactId}`;
}

export function messagesOf(days: readonly Day[]): MessageView[] {
  return days.flatMap(({ items }) => items.flatMap(({ album, message }) => album ?? message ?? []));
}
