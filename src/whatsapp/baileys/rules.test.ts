import { describe, expect, test } from 'bun:test';
import { EventEmitter } from 'node:events';
import type { GroupMetadata, WACallEvent } from '@whiskeysockets/baileys';
import { delayAfter, withJitter } from '@/core/queue/retry.ts';
import { SendError } from '../port.ts';
import { StorageTrouble } from './auth/storage-trouble.ts';
import { within } from './connection/deadline.ts';
import { QrExpired, UpgradeRefused, verdictOn } from './connection/disconnect-reason.ts';
import { watch } from './connection/watchdog.ts';
import { deviceCache } from './contacts/device-cache.ts';
import { Groups, isAdminOf } from './contacts/groups.ts';
import { Calls, missedCall } from './inbound/missed-calls.ts';
import { mediaUrl } from './media/download-media.ts';
import { asSendError } from './outbound/send-message.ts';
import { Acks } from './outbound/server-acks.ts';
import { FakeTimers } from './timers.test-support.ts';

const ana = '5511911111111@s.whatsapp.net';
const boom = (statusCode: number, message = 'x') =>
  Object.assign(new Error(message), { output: { statusCode } });

describe('reconnect backoff', () => {
  test.each<[string, unknown, object]>([
    ['515', boom(515), { next: 'reopen' }],
    ['440', boom(440), { next: 'stay', trouble: 'replaced' }],
    ['401', boom(401), { next: 'forget', trouble: 'logged_out' }],
    ['402', boom(402), { next: 'stay', trouble: 'banned' }],
    ['403', boom(403), { next: 'stay', trouble: 'banned' }],
    ['405', boom(405), { next: 'stay', trouble: 'outdated' }],
    ['408', boom(408), { next: 'retry', trouble: 'network' }],
    ['408 after the last QR', boom(408, 'QR refs attempts ended'), { next: 'stay', trouble: 'qr_expired' }],
    ['our own QR limit', new QrExpired(''), { next: 'stay', trouble: 'qr_expired' }],
    ['428', boom(428), { next: 'retry', trouble: 'network' }],
    ['500', boom(500), { next: 'retry', trouble: 'server' }],
    ['503', boom(503), { next: 'retry', trouble: 'server' }],
    ['HTTP 403 of a proxy', new UpgradeRefused(403), { next: 'retry', trouble: 'server' }],
    ['no status at all', new Error('bad certificate'), { next: 'retry', trouble: 'server' }],
    ['our own store', new StorageTrouble('full'), { next: 'retry', trouble: 'storage' }],
    ['nothing', undefined, { next: 'retry', trouble: 'server' }],
  ])('%s', (_name, error, verdict) =>
    expect(verdictOn(error)).toEqual(verdict as ReturnType<typeof verdictOn>),
  );

  test('doubles up to the maximum with random jitter', () => {
    const retries = { firstMs: 1000, longestMs: 60_000 };
    const pauseBefore = (attempt: number, random: number) => withJitter(delayAfter(attempt, retries), random);
    expect([1, 2, 3, 7, 500].map((attempt) => pauseBefore(attempt, 1))).toEqual([
      1000, 2000, 4000, 60_000, 60_000,
    ]);
    expect(pauseBefore(3, 0)).toBe(2000);
  });
});

describe('dead networks', () => {
  test('the watchdog fires after silence but not while frames arrive', () => {
    const timers = new FakeTimers();
    const ws = new EventEmitter();
    let bites = 0;
    const stop = watch(ws, 100, timers, () => bites++);
    for (let n = 0; n < 5; n++) {
      timers.advance(60);
      ws.emit('frame');
    }
    expect(bites).toBe(0);
    timers.advance(100);
    expect(bites).toBe(1);
    stop();
    timers.advance(1000);
    expect(bites).toBe(1);
    expect(ws.listenerCount('frame')).toBe(0);
  });

  test.each([3, -3, 24 * 365, -24 * 365])('a clock change of %d h does not affect the watchdog', (hours) => {
    const timers = new FakeTimers();
    const ws = new EventEmitter();
    let bites = 0;
    watch(ws, 100, timers, () => bites++);
    timers.clockSetBy = hours * 3_600_000;
    timers.advance(99);
    expect(bites).toBe(0);
    timers.advance(1);
    expect(bites).toBe(1);
  });

  test('within rejects a hanging promise after the timeout', async () => {
    const timers = new FakeTimers();
    const hanging = within(timers, 50, new Promise(() => {}));
    timers.advance(50);
    await expect(hanging).rejects.toMatchObject({ code: 'timeout', retry: true });
    expect(await within(timers, 50, Promise.resolve(1))).toBe(1);
    await Promise.resolve();
    expect(timers.waiting).toEqual([]);
  });

  test('an ack resolves, rejects or is abandoned with the socket', async () => {
    const acks = new Acks(new FakeTimers());
    const good = acks.expect('a');
    acks.onServerAck({ id: 'a', error: null });
    await good.within(10);
    const bad = acks.expect('b');
    acks.onServerAck({ id: 'b', error: '479' });
    await expect(bad.within(10)).rejects.toMatchObject({ code: 'refused', retry: false });
    const locked = acks.expect('d');
    acks.onServerAck({ id: 'd', error: '463' });
    await expect(locked.within(10)).rejects.toMatchObject({ code: 'restricted', retry: false });
    const lost = acks.expect('c');
    acks.abandon();
    await expect(lost.within(10)).rejects.toMatchObject({ code: 'not_connected', retry: true });
    acks.onServerAck({ id: 'unknown', error: null });
  });

  test.each<[string, unknown, string, boolean]>([
    ['a cut socket', 1006, 'not_connected', true],
    ['a closed connection', boom(428), 'not_connected', true],
    ['a file that is not there', Object.assign(new Error(), { code: 'ENOENT' }), 'refused', false],
    ['content that Baileys refuses', boom(400), 'refused', false],
    ['anything else', new Error('?'), 'timeout', true],
    ['our own', new SendError('gone', false), 'gone', false],
  ])('%s', (_name, error, code, retry) => expect(asSendError(error)).toMatchObject({ code, retry }));
});

describe('incoming calls', () => {
  const call = (status: WACallEvent['status'], more: Partial<WACallEvent> = {}): WACallEvent => ({
    chatId: ana,
    from: ana,
    id: 'c1',
    date: new Date(7000),
    status,
    offline: false,
    ...more,
  });

  const rings = async () => false;

  test.each<[string, WACallEvent[], number]>([
    ['given up', [call('offer', { isVideo: true }), call('timeout')], 1],
    ['ended twice', [call('offer'), call('terminate'), call('timeout')], 1],
    ['answered on the phone', [call('offer'), call('accept'), call('terminate')], 0],
    ['turned down', [call('offer'), call('reject')], 1],
    ['still ringing', [call('offer'), call('ringing')], 0],
    ['while we were away', [call('offer', { offline: true }), call('timeout', { offline: true })], 1],
    ['in a group', [call('offer', { isGroup: true }), call('timeout', { isGroup: true })], 0],
  ])('%s', (_name, events, reported) => {
    const missed: WACallEvent[] = [];
    const calls = new Calls(new FakeTimers(), (each) => missed.push(each), rings);
    for (const event of events) calls.onCall(event);
    expect(missed).toHaveLength(reported);
  });

  test('reports a rejected call once as missed', async () => {
    const missed: WACallEvent[] = [];
    const calls = new Calls(
      new FakeTimers(),
      (each) => missed.push(each),
      async () => true,
    );
    calls.onCall(call('offer', { isVideo: true }));
    await Promise.resolve();
    calls.onCall(call('reject'));
    calls.onCall(call('terminate'));
    expect(missed).toMatchObject([{ id: 'c1', isVideo: true }]);
  });

  test('reports a call that ends before it is rejected once', async () => {
    const missed: WACallEvent[] = [];
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const calls = new Calls(
      new FakeTimers(),
      (each) => missed.push(each),
      () => promise,
    );
    calls.onCall(call('offer'));
    calls.onCall(call('accept'));
    resolve(true);
    await promise;
    await Promise.resolve();
    expect(missed).toEqual([]);
  });

  test('ends an unanswered call after a timeout with the kind of its offer', async () => {
    const missed: WACallEvent[] = [];
    const timers = new FakeTimers();
    const calls = new Calls(timers, (each) => missed.push(each), rings);
    calls.onCall(call('offer', { isVideo: true, from: '911:3@lid', callerPn: ana }));
    timers.advance(90_000);
    const [event] = missed;
    if (!event) throw new Error('not told');
    const message = await missedCall(event, async () => null);
    expect(message).toMatchObject({ id: 'c1', timestamp: 7000, content: { type: 'call', video: true } });
    expect(message.chat).toEqual({ jid: '911@lid', isGroup: false, identity: { pn: ana, lid: '911@lid' } });
  });
});

test('group members follow notices and subjects are reported on change', () => {
  const reported: string[] = [];
  const groups = new Groups(({ subject }) => reported.push(subject));
  const group: GroupMetadata = { id: '1@g.us', owner: undefined, subject: 'A', participants: [{ id: ana }] };
  groups.put(group);
  groups.put(group);
  groups.update({ id: '1@g.us', subject: 'B' });
  groups.update({ id: '2@g.us', subject: 'C' });
  groups.update({ subject: 'nobody' });
  expect(reported).toEqual(['A', 'B', 'C']);
  const change = (action: 'add' | 'remove' | 'promote' | 'demote' | 'modify', id: string) =>
    groups.changeMembers({ id: '1@g.us', author: '', participants: [{ id }], action });
  const members = () => groups.get('1@g.us')?.participants.map(({ id }) => id);
  change('add', '7@lid');
  expect(members()).toEqual([ana, '7@lid']);
  const isAdmin = (lid: string) => {
    const known = groups.get('1@g.us');
    return known !== undefined && isAdminOf(known, { pn: null, lid });
  };
  expect(isAdmin('7@lid')).toBe(false);
  change('promote', '7@lid');
  expect([isAdmin('7@lid'), isAdmin('8@lid')]).toEqual([true, false]);
  change('demote', '7@lid');
  expect(isAdmin('7@lid')).toBe(false);
  change('remove', ana);
  expect(members()).toEqual(['7@lid']);
  change('modify', '7@lid');
  expect(members()).toBeUndefined();
});

test('caches a contact’s devices for a day, across processes', async () => {
  const timers = new FakeTimers();
  const rows = new Map<string, unknown>();
  const store = {
    read: async (user: string) => rows.get(user) ?? null,
    write: async (user: string, entry: unknown) => void rows.set(user, structuredClone(entry)),
  };
  const cache = deviceCache(timers, store);
  await cache.set('a', [1]);
  timers.advance(23 * 3_600_000);
  expect(await cache.get<number[]>('a')).toEqual([1]);
  const next = deviceCache(timers, store);
  expect(await next.get<number[]>('a')).toEqual([1]);
  timers.advance(3_600_000);
  expect(await cache.get<number[]>('a')).toBeUndefined();
  expect(await next.get<number[]>('a')).toBeUndefined();
  await cache.set('b', [2]);
  await cache.del('b');
  expect(await cache.get<number[]>('b')).toBeUndefined();
  expect(await deviceCache(timers, store).get<number[]>('b')).toBeUndefined();
  await cache.set('c', [3]);
  timers.clockSetBy = -365 * 24 * 3_600_000;
  expect(await cache.get<number[]>('c')).toBeUndefined();
});

describe('media URL', () => {
  const at = (url: string, directPath: string, host: string | null = 'localhost:4433') =>
    mediaUrl({ url, directPath }, host).href;

  test('is on a WhatsApp host or the media host it announced', () => {
    expect(at('https://media-gru1.cdn.whatsapp.net/x', '/v/t?a=b')).toBe(
      'https://media-gru1.cdn.whatsapp.net/v/t?a=b',
    );
    expect(at('https://localhost:4433/x', '/v/t')).toBe('https://localhost:4433/v/t');
    expect(at('', '/v/t')).toBe('https://localhost:4433/v/t');
    expect(at('', '/v/t', null)).toBe('https://mmg.whatsapp.net/v/t');
    expect(at('https://mmg.whatsapp.net/o1/x', '')).toBe('https://mmg.whatsapp.net/o1/x');
  });

  test('never points to a foreign host', () => {
    expect(at('https://10.0.0.1/x', '/v/t')).toBe('https://localhost:4433/v/t');
    expect(at('https://evil.example/mmg.whatsapp.net', '/v/t', null)).toBe('https://mmg.whatsapp.net/v/t');
    for (const path of [
      '//evil.example/x',
      'https://evil.example/x',
      '\\\\evil.example/x',
      'http://mmg.whatsapp.net/x',
    ]) {
      expect(() => at('', path)).toThrow(SendError);
    }
    expect(() => at('https://10.0.0.1/x', '')).toThrow(SendError);
    expect(() => at('', '')).toThrow(SendError);
  });
});
