import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { outbox } from '@db/tenant/schema/index.ts';
import { createOutboxStand, type OutboxStand } from './outbox.test-support.ts';
import { GiveUp, TryLater } from './outbox.ts';

let stand: OutboxStand;

beforeAll(async () => {
  stand = await createOutboxStand();
});
afterAll(() => stand.desk.stop());
beforeEach(() => stand.reset());
afterEach(() => stand.outbox.stop());

describe('failures', () => {
  test('a stubborn one is tried six times, further and further apart, then given up', async () => {
    stand.handle(() => {
      throw new TryLater('ERR_SENDING_WAPP_MSG');
    });
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    const pauses: number[] = [];
    while (stand.parked.length === 0) {
      const [row] = await stand.left();
      const pause = (row?.dueAt.getTime() ?? 0) - stand.desk.clock.now.getTime();
      pauses.push(pause);
      await stand.pass(pause - 1);
      expect(stand.parked).toEqual([]);
      await stand.pass(1);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(stand.parked).toEqual([[1, 'ERR_SENDING_WAPP_MSG']]);
    expect((await stand.left())[0]?.parkedAt).not.toBeNull();
  });

  test('waiting for a connection is not counted as a try', async () => {
    stand.handle(() => {
      throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { patient: true });
    });
    await stand.add('send:1:1', 1);
    for (let round = 0; round < 10; round += 1) {
      stand.outbox.wake(stand.scope.companyId, 'send:');
      await stand.outbox.idle();
    }
    expect((await stand.left())[0]).toMatchObject({ attempts: 0, parkedAt: null });
    expect(stand.parked).toEqual([]);
  });

  test('a final one is given up at once, and the next of its lane goes', async () => {
    stand.handle((n) => {
      if (n === 1) throw new GiveUp('ERR_NO_WAPP_FOUND');
    });
    await stand.add('send:1:1', 1, 2);
    await stand.outbox.idle();
    expect(stand.parked).toEqual([[1, 'ERR_NO_WAPP_FOUND']]);
    expect(stand.done).toEqual([2]);
  });

  test('what was given up is kept for a month; what nobody handles stays', async () => {
    stand.handle(() => {
      throw new GiveUp('ERR_NO_WAPP_FOUND');
    });
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    const { clock } = stand.desk;
    const aside = { lane: 'x', kind: 'test.aside', payload: {}, dueAt: clock.now, parkedAt: clock.now };
    await stand.scope.write((tx) => tx.db.insert(outbox).values(aside));
    clock.advance(30 * 86_400_000);
    await stand.add('send:1:2', 2);
    await stand.outbox.forgetParked(stand.scope);
    expect(await stand.left()).toHaveLength(3);
    clock.advance(1);
    await stand.outbox.forgetParked(stand.scope);
    expect((await stand.left()).map(({ kind, lane }) => [kind, lane])).toEqual([
      ['test.aside', 'x'],
      ['test.work', 'send:1:2'],
    ]);
  });

  test('a fault of ours is tried again, too', async () => {
    stand.handle((_n, attempts) => {
      if (attempts === 0) throw new TypeError('a fault');
    });
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    expect((await stand.left())[0]).toMatchObject({ attempts: 1, error: 'ERR_INTERNAL' });
    await stand.pass(1_000);
    expect(stand.done).toEqual([1]);
  });

  test('work nobody knows how to do is set aside', async () => {
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    expect((await stand.left())[0]).toMatchObject({ error: 'ERR_INTERNAL' });
    expect((await stand.left())[0]?.parkedAt).not.toBeNull();
  });

  test('a company whose database fails takes nothing down and is served when it is back', async () => {
    let isDown = true;
    stand.outbox = stand.create(() =>
      isDown ? Promise.reject(new Error('disk')) : stand.desk.systemScope(),
    );
    stand.handle();
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    isDown = false;
    await stand.pass(1_000);
    expect(stand.done).toEqual([1]);
  });

  test('a lane that breaks off ends nothing but itself', async () => {
    let calls = 0;
    stand.outbox = stand.create(() => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Error('disk')) : stand.desk.systemScope();
    });
    stand.handle();
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    expect(stand.done).toEqual([]);
    await stand.pass(1_000);
    expect(stand.done).toEqual([1]);
  });
});
