import { expect, test } from 'bun:test';
import { createLive } from './live-line.ts';

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
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    this.say({ channel: 'ready', data: null });
  }
  say(frame: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}

function desk(random = 1) {
  const sockets: FakeSocket[] = [];
  const waits: { ms: number; then: () => void }[] = [];
  const frames: unknown[] = [];
  const ended: string[] = [];
  const refused: string[] = [];
  const live = createLive({
    open() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    wait: (ms, then) => void waits.push({ ms, then }),
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
  return { live, sockets, waits, frames, ended, refused, last };
}

test('frames reach the handlers of their channel until they stop listening', () => {
  const { live, last, frames, sockets } = desk();
  const heard: unknown[] = [];
  const stop = live.on('ticket', (data) => heard.push(data));
  live.start();
  live.start();
  expect(sockets).toHaveLength(1);
  last().open();
  last().say({ channel: 'ticket', data: { id: 1 } });
  last().say({ channel: 'contact', data: { id: 2 } });
  stop();
  last().say({ channel: 'ticket', data: { id: 3 } });
  expect(heard).toEqual([{ id: 1 }]);
  expect(frames).toHaveLength(4);
});

test('what is sent while the line is down is not kept', () => {
  const { live, last } = desk();
  expect(live.send('typing', 1)).toBe(false);
  live.start();
  expect(live.send('typing', 1)).toBe(false);
  last().open();
  expect(live.send('typing', { ticketId: 1 })).toBe(true);
  expect(last().sent).toEqual(['{"channel":"typing","data":{"ticketId":1}}']);
});

test('a lost line is opened again, later each time, and tells of the gap', () => {
  const { live, last, waits } = desk();
  const said: unknown[] = [];
  live.on('status', (state) => said.push(state));
  live.on('reconnect', () => said.push('reconnect'));
  live.start();
  last().open();
  expect(said).toEqual(['online']);
  for (let failure = 0; failure < 8; failure += 1) {
    last().close();
    waits.at(-1)?.then();
  }
  expect(waits.map(({ ms }) => ms)).toEqual([500, 1000, 2000, 4000, 8000, 16000, 20000, 20000]);
  last().open();
  expect(said.slice(-2)).toEqual(['online', 'reconnect']);
  last().close();
  expect(waits.at(-1)?.ms).toBe(500);
});

test('chance shortens a wait by at most half', () => {
  const { live, last, waits } = desk(0);
  live.start();
  last().close();
  expect(waits[0]?.ms).toBe(250);
});

for (const action of ['kicked', 'expired'] as const) {
  test(`a session that is ${action} leaves and does not come back`, () => {
    const { live, last, waits, ended, sockets } = desk();
    live.start();
    last().open();
    last().say({ channel: 'auth', data: { action } });
    expect(ended).toEqual([action]);
    waits.at(-1)?.then();
    expect(sockets).toHaveLength(1);
  });
}

test('a server that goes away is waited for', () => {
  const { live, last, waits, ended, sockets } = desk();
  live.start();
  last().open();
  last().say({ channel: 'auth', data: { action: 'shutdown' } });
  last().close();
  waits.at(-1)?.then();
  expect([ended, sockets.length]).toEqual([[], 2]);
});

test('a line that is refused says why once, is not online, and waits longest', () => {
  const { live, last, waits, refused } = desk();
  const states: unknown[] = [];
  live.on('status', (state) => states.push(state));
  live.start();
  for (let n = 0; n < 3; n += 1) {
    last().readyState = 1;
    last().dispatchEvent(new Event('open'));
    last().say({ channel: 'refused', data: { text: 'Too many tabs.' } });
    last().close();
    waits.at(-1)?.then();
  }
  expect(refused).toEqual(['Too many tabs.']);
  expect(states).toEqual(['offline', 'offline', 'offline']);
  expect(waits.map(({ ms }) => ms)).toEqual([20_000, 20_000, 20_000]);
  last().open();
  expect(states.at(-1)).toBe('online');
});
