import { describe, expect, test } from 'bun:test';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import { message } from '../workspace/fixtures.test-support.ts';
import type { SendQueueEntry } from '../workspace/send-queue.ts';
import { PAGE } from '../workspace/workspace-api.ts';
import {
  blocksOf,
  daysOf,
  firstUnread,
  isRenderedAtOnce,
  MAX_LOADED,
  type MessageWindow,
  merge,
  reduceWindow,
  unreadDivider,
} from './conversation-state.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => message(from + at));
const ids = (messages: readonly { id: string }[]) => messages.map((one) => Number(one.id));
const entry = (clientId: string, over: Partial<SendQueueEntry> = {}): SendQueueEntry => ({
  clientId,
  ticketId: 1,
  createdAt: '2026-03-01T12:00:00.000Z',
  body: 'waiting',
  quoted: null,
  files: [],
  isVoice: false,
  quick: null,
  error: null,
  ...over,
});

describe('merge', () => {
  test('sorts by id without duplicates', () => {
    expect(ids(merge(range(9, 10), [message(100), message(8), message(10)]))).toEqual([8, 9, 10, 100]);
  });

  test('never lowers the ack, whichever copy arrives last', () => {
    const known = [message(1, { fromMe: true, ack: 4 })];
    const late = message(1, { fromMe: true, ack: 3, body: 'edited', updatedAt: '2026-03-02T00:00:00.000Z' });
    expect(merge(known, [late])[0]).toMatchObject({ ack: 4, body: 'edited' });
    const stale = message(1, { body: 'old', updatedAt: '2020-01-01T00:00:00.000Z' });
    expect(merge(known, [stale])[0]).toMatchObject({ ack: 4, body: 'message 1' });
  });

  test('shows a failure although its ack is 0', () => {
    const failed = message(1, { ack: 0, error: 'ERR_SENDING_WAPP_MSG' });
    expect(merge([message(1, { ack: 1 })], [failed])[0]).toMatchObject({
      ack: 0,
      error: 'ERR_SENDING_WAPP_MSG',
    });
  });
});

describe('message window', () => {
  const window = { messages: range(50, 60), events: [], hasOlder: true, hasNewer: false };

  test('appends new messages and ignores changes of unloaded ones', () => {
    expect(
      ids(reduceWindow(window, { type: 'arrive', messages: [message(61), message(3)] }).messages).at(-1),
    ).toBe(61);
    expect(reduceWindow(window, { type: 'arrive', messages: [message(3)] })).toBe(window);
  });

  test('ignores new messages while newer ones are not loaded', () => {
    const past = { ...window, hasNewer: true };
    expect(reduceWindow(past, { type: 'arrive', messages: [message(99)] })).toBe(past);
    const edited = message(55, { isEdited: true });
    expect(reduceWindow(past, { type: 'arrive', messages: [edited] }).messages[5]?.isEdited).toBe(true);
  });

  test('drops messages beyond the limit and marks the dropped side as having more', () => {
    const full = { messages: range(1001, 1000 + MAX_LOADED), events: [], hasOlder: true, hasNewer: false };
    const older = reduceWindow(full, {
      type: 'older',
      messages: range(981, 1000),
      events: [],
      hasMore: true,
    });
    expect([older.messages.length, older.messages[0]?.id, older.hasNewer]).toEqual([MAX_LOADED, '981', true]);
    const newer = reduceWindow({ ...full, hasOlder: false }, { type: 'arrive', messages: [message(9000)] });
    expect([newer.messages.length, newer.messages.at(-1)?.id, newer.hasOlder]).toEqual([
      MAX_LOADED,
      '9000',
      true,
    ]);
  });
});

describe('message blocks', () => {
  const zone = 'America/Sao_Paulo';
  const whereIs = (window: MessageWindow) =>
    new Map(
      daysOf(window, [], zone)
        .flatMap((day) => blocksOf(day.items))
        .flatMap(({ at, items }) => items.map((item) => [item.message?.id, at] as const)),
    );

  const blocksIn = (window: MessageWindow) =>
    daysOf(window, [], zone).flatMap((day) =>
      blocksOf(day.items).map(({ at, items }) => ({ at, items: items.map(({ message }) => message) })),
    );

  test('messages stay in their block when older and newer ones load', () => {
    const start: MessageWindow = { messages: range(500, 549), events: [], hasOlder: true, hasNewer: false };
    const first = whereIs(start);
    expect([first.get('500'), Math.min(...first.values())]).toEqual([0, 0]);
    const older = { type: 'older', messages: range(447, 499), events: [], hasMore: true } as const;
    const longer = reduceWindow(start, { ...older, messages: [...older.messages], events: [] });
    const longest = reduceWindow(longer, { type: 'arrive', messages: [message(550)] });
    const after = whereIs(longest);
    for (const [id, at] of first) expect([id, after.get(id)]).toEqual([id, at]);
    expect(after.get('499')).toBe(-1);
    expect(after.size).toBe(53 + 50 + 1);
  });

  test('older pages bring whole blocks, of which the two beside the view are rendered at once', () => {
    let window: MessageWindow = { messages: range(500, 519), events: [], hasOlder: true, hasNewer: false };
    for (const first of [500 - PAGE, 500 - 2 * PAGE]) {
      const known = blocksIn(window);
      const messages = [...range(first, first + PAGE - 1)];
      window = reduceWindow(window, { type: 'older', messages, events: [], hasMore: true });
      const blocks = blocksIn(window);
      expect(blocks.slice(-known.length)).toEqual(known);
      const rendered = blocks.slice(0, -known.length).map(isRenderedAtOnce);
      expect(rendered).toEqual([false, false, false, false, false, true, true]);
      expect(known.slice(-3).every(isRenderedAtOnce)).toBe(true);
    }
  });

  test('messages stay in their block when the oldest are dropped', () => {
    const full: MessageWindow = {
      messages: range(1001, 1000 + MAX_LOADED),
      events: [],
      hasOlder: true,
      hasNewer: false,
    };
    const before = whereIs(full);
    const after = whereIs(reduceWindow(full, { type: 'arrive', messages: [message(9000), message(9001)] }));
    expect(after.has('1002')).toBe(false);
    for (const id of ['1003', '2000', '7000']) expect(after.get(id)).toBe(before.get(id) ?? Number.NaN);
  });

  test('replacing the window starts another stretch', () => {
    const start: MessageWindow = { messages: range(1, 2), events: [], hasOlder: false, hasNewer: false };
    const there = { messages: range(50, 60), events: [], hasOlder: true, hasNewer: true };
    expect(reduceWindow(start, { type: 'replace', ...there }).stretch).toBe(1);
  });
});

describe('daysOf', () => {
  const zone = 'America/Sao_Paulo';

  test('groups messages by local day and appends the send queue until stored', () => {
    const late = message(1, { createdAt: '2026-03-01T02:59:00.000Z' });
    const next = message(2, { createdAt: '2026-03-01T03:01:00.000Z' });
    const window = { messages: [late, next], events: [], hasOlder: false, hasNewer: false };
    const days = daysOf(window, [entry('abc')], zone);
    expect(days.map((day) => [day.key, day.items.map((item) => item.message?.id)])).toEqual([
      ['2026-02-28', ['1']],
      ['2026-03-01', ['2', 'local-abc']],
    ]);
    const arrived = {
      ...window,
      messages: [...window.messages, message(3, { fromMe: true, clientId: 'abc' })],
    };
    expect(
      daysOf(arrived, [entry('abc')], zone).flatMap((day) => day.items.map((item) => item.message?.id)),
    ).toEqual(['1', '2', '3']);
    expect(daysOf({ ...window, hasNewer: true }, [entry('abc')], zone)[1]?.items).toHaveLength(1);
  });

  test('marks the first message of each run by one author', () => {
    const messages = [message(1), message(2), message(3, { fromMe: true }), message(4, { contactId: 7 })];
    const [day] = daysOf({ messages, events: [], hasOlder: false, hasNewer: false }, [], zone);
    expect(day?.items.map((item) => item.message && item.isStart)).toEqual([true, false, true, true]);
  });

  test('names who signed once in a run, and again after somebody else', () => {
    const bodies = ['*Ana:*\noi', '*Ana:*\num', '*Bia:*\ndois', 'unsigned', '*Bia:*\ntrês'];
    const own = bodies.map((body, at) => message(at + 1, { fromMe: true, body }));
    const customers = message(9, { body: '*Ana:*\noi' });
    const window = { messages: [...own, customers], events: [], hasOlder: false, hasNewer: false };
    const items = daysOf(window, [], 'UTC').flatMap((day) => day.items);
    expect(items.map((item) => item.message && item.signer)).toEqual([
      'Ana',
      undefined,
      'Bia',
      undefined,
      'Bia',
      undefined,
    ]);
  });

  test('orders events between messages by time and ends a run', () => {
    const at = (second: number) => message(second).createdAt;
    const event = (id: number, second: number): TicketEventView => ({
      id,
      ticketId: 1,
      type: 'accepted',
      user: null,
      data: {},
      createdAt: at(second),
    });
    const shownIn = (window: MessageWindow) =>
      daysOf(window, [], zone).flatMap((day) =>
        day.items.map((item) => (item.message ? item.message.id : `e${item.event?.id}`)),
      );
    const messages = [message(10), message(20), message(30)];
    const events = [event(1, 5), event(2, 20), event(3, 25), event(4, 90)];
    const whole = { messages, events, hasOlder: false, hasNewer: false };
    expect(shownIn(whole)).toEqual(['e1', '10', '20', 'e2', 'e3', '30', 'e4']);
    expect(shownIn({ ...whole, hasOlder: true, hasNewer: true })).toEqual(['10', '20', 'e2', 'e3', '30']);
    const [day] = daysOf(whole, [], zone);
    expect(day?.items.map((item) => item.message && item.isStart)).toEqual([
      undefined,
      true,
      false,
      undefined,
      undefined,
      true,
      undefined,
    ]);
    expect(shownIn({ ...whole, messages: [] })).toEqual(['e1', 'e2', 'e3', 'e4']);
  });

  test('puts the opened event before the message of the same moment', () => {
    const opened = { id: 1, type: 'opened', createdAt: message(1).createdAt } as TicketEventView;
    const window = { messages: [message(1), message(2)], events: [opened], hasOlder: false, hasNewer: false };
    expect(daysOf(window, [], zone)[0]?.items.map((item) => item.event?.type ?? item.message?.id)).toEqual([
      'opened',
      '1',
      '2',
    ]);
  });

  test('keeps the unread divider until an agent answers', () => {
    const after = (...last: ReturnType<typeof message>[]) =>
      unreadDivider(
        '2',
        { messages: [message(1), message(2), ...last], events: [], hasOlder: false, hasNewer: false },
        false,
      );
    expect(after()).toBe('2');
    expect(after(message(3, { fromMe: true, origin: 'system' }))).toBe('2');
    expect(after(message(3, { fromMe: true, origin: 'phone' }))).toBeUndefined();
    expect(
      unreadDivider('2', { messages: [], events: [], hasOlder: false, hasNewer: false }, true),
    ).toBeUndefined();
  });

  test('merges events once in order and replaces them with another stretch', () => {
    const event = (id: number) => ({ id, createdAt: message(id).createdAt }) as TicketEventView;
    const start: MessageWindow = {
      messages: range(50, 60),
      events: [event(55)],
      hasOlder: true,
      hasNewer: false,
    };
    const live = reduceWindow(start, { type: 'arrive', messages: [], events: [event(61), event(55)] });
    expect(live.events.map((one) => one.id)).toEqual([55, 61]);
    expect(reduceWindow(live, { type: 'arrive', messages: [], events: [event(61)] })).toBe(live);
    const older = {
      type: 'older',
      messages: range(40, 49),
      events: [event(45), event(55)],
      hasMore: true,
    } as const;
    expect(reduceWindow(live, { ...older, events: [...older.events] }).events.map((one) => one.id)).toEqual([
      45, 55, 61,
    ]);
    const elsewhere = { messages: range(1, 3), events: [event(2)], hasOlder: false, hasNewer: true };
    expect(reduceWindow(live, { type: 'replace', ...elsewhere }).events.map((one) => one.id)).toEqual([2]);
  });

  test('firstUnread ignores own messages', () => {
    const own = message(1, { fromMe: true, read: false });
    expect(firstUnread([own, message(2), message(3, { read: false }), message(4, { read: false })])).toBe(
      '3',
    );
    expect(firstUnread([own, message(2)])).toBeUndefined();
  });
});
