import { describe, expect, test } from 'bun:test';
import { ApiError } from '../http/api.ts';
import { createSendQueue, type SendQueueEntry } from './send-queue.ts';

const entry = (clientId: string, at = 0): SendQueueEntry => ({
  clientId,
  ticketId: 1,
  createdAt: new Date(at).toISOString(),
  body: clientId,
  quoted: null,
  files: [],
  isVoice: false,
  quick: null,
  error: null,
});

function app() {
  const stored: string[] = [];
  const disk = new Map<string, SendQueueEntry>();
  const posts: string[] = [];
  const again: (() => void)[] = [];
  const waits: number[] = [];
  const sent: string[] = [];
  const answers: ('ok' | 'lost answer' | ApiError)[] = [];
  const make = () =>
    createSendQueue({
      storage: {
        load: async () => [...disk.values()],
        put: async (one) => void disk.set(one.clientId, one),
        remove: async (clientId) => void disk.delete(clientId),
      },
      post: async ({ clientId }) => {
        posts.push(clientId);
        const answer = answers.shift() ?? 'ok';
        if (answer instanceof ApiError) throw answer;
        if (!stored.includes(clientId)) stored.push(clientId);
        if (answer === 'lost answer') throw new ApiError('ERR_NETWORK', 0);
        return clientId;
      },
      onSent: (clientId: string) => void sent.push(clientId),
      later: (work, attempt) => {
        again.push(work);
        waits.push(attempt);
      },
    });
  return { stored, disk, posts, again, waits, sent, answers, make };
}

const offline = () => new ApiError('ERR_NETWORK', 0);
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('send queue', () => {
  test('sends in order and removes stored messages', async () => {
    const { make, stored, disk, sent } = app();
    const sendQueue = make();
    await Promise.all([sendQueue.add(entry('a')), sendQueue.add(entry('b')), sendQueue.add(entry('c'))]);
    await sendQueue.flush();
    expect(stored).toEqual(['a', 'b', 'c']);
    expect(sent).toEqual(['a', 'b', 'c']);
    expect([sendQueue.entries.get().length, disk.size]).toEqual([0, 0]);
  });

  test('stores a message refused for another ticket under its intended one', async () => {
    const { make, answers, disk, stored } = app();
    const sendQueue = make();
    answers.push(new ApiError('ERR_OTHER_TICKET', 409));
    await sendQueue.add({ ...entry('a'), meantFor: '1 7 some-uuid' });
    const waiting = { ticketId: 7, body: 'a', error: 'ERR_OTHER_TICKET' };
    expect([sendQueue.entries.get(), [...disk.values()]]).toMatchObject([[waiting], [waiting]]);
    await sendQueue.retry('a');
    expect([stored, sendQueue.entries.get().length]).toEqual([['a'], 0]);
  });

  test('waits without a network, then sends everything once and in order', async () => {
    const { make, stored, answers, posts, again } = app();
    answers.push(offline());
    const sendQueue = make();
    await sendQueue.add(entry('a'));
    answers.push(offline());
    await sendQueue.add(entry('b'));
    expect(posts).toEqual(['a', 'a']);
    expect(sendQueue.entries.get().map((one) => [one.clientId, one.error])).toEqual([
      ['a', null],
      ['b', null],
    ]);
    again.at(-1)?.();
    await settled();
    expect(stored).toEqual(['a', 'b']);
  });

  test('several signs of one reconnection leave one retry, after the shortest wait', async () => {
    const { make, answers, posts, again, waits } = app();
    answers.push(...Array.from({ length: 5 }, offline));
    const sendQueue = make();
    await sendQueue.add(entry('a'));
    for (let signs = 0; signs < 3; signs += 1) await sendQueue.flush();
    for (const retry of again) retry();
    await settled();
    expect([posts.length, again.length]).toEqual([5, 5]);
    expect(waits).toEqual([1, 1, 1, 1, 2]);
  });

  test('a sign that comes while a request is failing causes one more at once', async () => {
    const { make, answers, posts, again, stored } = app();
    answers.push(offline());
    const sendQueue = make();
    await Promise.all([sendQueue.add(entry('a')), ...[1, 2, 3].map(() => sendQueue.flush())]);
    await settled();
    expect([posts, stored, again]).toEqual([['a', 'a'], ['a'], []]);
  });

  test('a lost response causes a second request but no duplicate message', async () => {
    const { make, stored, answers, posts, again } = app();
    answers.push('lost answer');
    const sendQueue = make();
    await sendQueue.add(entry('a'));
    again[0]?.();
    await settled();
    expect(posts).toEqual(['a', 'a']);
    expect(stored).toEqual(['a']);
    expect(sendQueue.entries.get()).toEqual([]);
  });

  test('resumes stored messages after a reload, oldest first', async () => {
    const { make, disk, stored } = app();
    disk.set('late', entry('late', 2));
    disk.set('early', entry('early', 1));
    await make().start();
    expect(stored).toEqual(['early', 'late']);
    expect(disk.size).toBe(0);
  });

  test('rejected messages show the reason, block no others and allow retry or discarding', async () => {
    const { make, stored, answers, disk } = app();
    answers.push(new ApiError('ERR_TICKET_NOT_OPEN', 409));
    const sendQueue = make();
    await sendQueue.add(entry('a'));
    await sendQueue.add(entry('b'));
    expect(stored).toEqual(['b']);
    expect(sendQueue.entries.get()[0]?.error).toBe('ERR_TICKET_NOT_OPEN');
    expect(disk.get('a')?.error).toBe('ERR_TICKET_NOT_OPEN');
    await sendQueue.retry('a');
    expect(stored).toEqual(['b', 'a']);
    answers.push(new ApiError('ERR_TOO_LARGE', 413));
    await sendQueue.add(entry('c'));
    await sendQueue.discard('c');
    expect([sendQueue.entries.get().length, disk.size]).toEqual([0, 0]);
  });

  test('retries after 429, 503 and 401, shows an error from WhatsApp', async () => {
    const { make, answers, again } = app();
    const sendQueue = make();
    for (const status of [429, 503, 401]) {
      answers.push(new ApiError('ERR_RATE_LIMITED', status));
      await sendQueue.add(entry(String(status)));
      expect(sendQueue.entries.get().every((one) => one.error === null)).toBe(true);
    }
    expect(again.length).toBe(3);
    await sendQueue.flush();
    answers.push(new ApiError('ERR_SENDING_WAPP_MSG', 502));
    await sendQueue.add(entry('x'));
    expect(sendQueue.entries.get()[0]?.error).toBe('ERR_SENDING_WAPP_MSG');
  });

  test('sends although the storage is unavailable', async () => {
    const broken = () => Promise.reject(new Error('no database'));
    const stored: string[] = [];
    const sendQueue = createSendQueue({
      storage: { load: broken, put: broken, remove: broken },
      post: async ({ clientId }) => void stored.push(clientId),
      onSent: () => undefined,
      later: () => undefined,
    });
    await sendQueue.start();
    await sendQueue.add(entry('a'));
    expect(stored).toEqual(['a']);
  });
});
