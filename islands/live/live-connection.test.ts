import { expect, test } from 'bun:test';
import { createLive } from './live-connection.ts';

const READY_WITHIN_MS = 15_000;

class FakeSocket extends EventTarget {
  readyState = 0;
  sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
  open(asOf = 'run.1'): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    this.emit({ channel: 'ready', data: { asOf } });
  }
  emit(frame: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}

function app(random = 1) {
  const sockets: FakeSocket[] = [];
  const waits: { ms: number; then: () => void }[] = [];
  const limits: (() => void)[] = [];
  const frames: unknown[] = [];
  const ended: string[] = [];
  const refused: string[] = [];
  const live = createLive({
    open() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    wait: (ms, then) => void (ms === READY_WITHIN_MS ? limits.push(then) : waits.push({ ms, then })),
    random: () => random,
    onFrame: (channel, data) => void frames.push([channel, data]),
    onEnded: (reason) => void ended.push(reason),
    onRefused: (text) => void refused.push(text),
  });
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  };
  return { live, sockets, waits, limits, frames, ended, refused, last };
}

test('delivers messages to the handlers of their channel until unsubscribed', () => {
  const { live, last, frames, sockets } = app();
  const received: unknown[] = [];
  const stop = live.on('ticket', (data) => received.push(data));
  live.start();
  live.start();
  expect(sockets).toHaveLength(1);
  last().open();
  last().emit({ channel: 'ticket', data: { id: 1 } });
  last().emit({ channel: 'contact', data: { id: 2 } });
  stop();
  last().emit({ channel: 'ticket', data: { id: 3 } });
  expect(received).toEqual([{ id: 1 }]);
  expect(frames).toHaveLength(4);
});

test('drops messages sent while disconnected', () => {
  const { live, last } = app();
  expect(live.send('typing', 1)).toBe(false);
  live.start();
  expect(live.send('typing', 1)).toBe(false);
  last().open();
  expect(live.send('typing', { ticketId: 1 })).toBe(true);
  expect(last().sent).toEqual(['{"channel":"typing","data":{"ticketId":1}}']);
});

test('may have missed something unless the stamp is the page’s and no frame has come since', () => {
  const { live, last, waits } = app();
  live.start();
  expect([live.isOnline(), live.mayHaveMissed(undefined)]).toEqual([false, true]);
  last().open('run.1');
  expect([live.isOnline(), live.mayHaveMissed('run.1')]).toEqual([true, false]);
  expect([live.mayHaveMissed('run.0'), live.mayHaveMissed('other.1'), live.mayHaveMissed(undefined)]).toEqual(
    [true, true, true],
  );
  last().emit({ channel: 'ticket', data: {} });
  expect(live.mayHaveMissed('run.1')).toBe(true);
  last().close();
  expect(live.isOnline()).toBe(false);
  waits.at(-1)?.then();
  last().open('run.1');
  expect(live.mayHaveMissed('run.1')).toBe(false);
});

test('reconnects with backoff and emits reconnect', () => {
  const { live, last, waits } = app();
  const events: unknown[] = [];
  live.on('status', (state) => events.push(state));
  live.on('reconnect', () => events.push('reconnect'));
  live.start();
  last().open();
  expect(events).toEqual(['online']);
  for (let failure = 0; failure < 8; failure += 1) {
    last().close();
    waits.at(-1)?.then();
  }
  expect(waits.map(({ ms }) => ms)).toEqual([500, 1000, 2000, 4000, 8000, 16000, 20000, 20000]);
  last().open();
  expect(events.slice(-2)).toEqual(['online', 'reconnect']);
  last().close();
  expect(waits.at(-1)?.ms).toBe(500);
});

test('jitter shortens a backoff by at most half', () => {
  const { live, last, waits } = app(0);
  live.start();
  last().close();
  expect(waits[0]?.ms).toBe(250);
});

test('gives up an attempt that stays without an answer, and no other', () => {
  const { live, last, waits, limits, sockets } = app();
  const states: unknown[] = [];
  live.on('status', (state) => states.push(state));
  live.start();
  limits[0]?.();
  expect([states, waits.length]).toEqual([['offline'], 1]);
  waits[0]?.then();
  last().open();
  limits[1]?.();
  limits[0]?.();
  expect([states, sockets.length]).toEqual([['offline', 'online'], 2]);
});

test('a change of network replaces the socket at once, and the old one is silent from then on', () => {
  const { live, last, waits, sockets, frames } = app();
  const states: unknown[] = [];
  for (const channel of ['status', 'reconnect']) live.on(channel, (state) => states.push(state ?? channel));
  live.restart();
  live.start();
  last().open();
  const [old] = sockets;
  live.restart();
  expect([sockets.length, waits.length, live.isOnline()]).toEqual([2, 0, false]);
  old?.emit({ channel: 'ticket', data: {} });
  last().open();
  old?.dispatchEvent(new Event('close'));
  expect(states).toEqual(['online', 'offline', 'online', 'reconnect']);
  expect([frames.length, waits.length]).toEqual([2, 0]);

  last().close();
  live.restart();
  waits[0]?.then();
  expect(sockets).toHaveLength(3);
});

for (const action of ['kicked', 'expired'] as const) {
  test(`a session that is ${action} disconnects for good`, () => {
    const { live, last, waits, ended, sockets } = app();
    live.start();
    last().open();
    last().emit({ channel: 'auth', data: { action } });
    expect(ended).toEqual([action]);
    waits.at(-1)?.then();
    expect(sockets).toHaveLength(1);
  });
}

test('reconnects after a server shutdown', () => {
  const { live, last, waits, ended, sockets } = app();
  live.start();
  last().open();
  last().emit({ channel: 'auth', data: { action: 'shutdown' } });
  last().close();
  waits.at(-1)?.then();
  expect([ended, sockets.length]).toEqual([[], 2]);
});

test('a refused connection shows the reason once and uses the longest backoff', () => {
  const { live, last, waits, refused } = app();
  const states: unknown[] = [];
  live.on('status', (state) => states.push(state));
  live.start();
  for (let n = 0; n < 3; n += 1) {
    last().readyState = 1;
    last().dispatchEvent(new Event('open'));
    last().emit({ channel: 'refused', data: { text: 'Too many tabs.' } });
    last().close();
    waits.at(-1)?.then();
  }
  expect(refused).toEqual(['Too many tabs.']);
  expect(states).toEqual(['offline', 'offline', 'offline']);
  expect(waits.map(({ ms }) => ms)).toEqual([20_000, 20_000, 20_000]);
  last().open();
  expect(states.at(-1)).toBe('online');
});
