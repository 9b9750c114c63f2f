import { beforeEach, describe, expect, test } from 'bun:test';
import { createFairScheduler, type FairScheduler } from './fair-scheduler.ts';

const [FLOOD, OTHER, THIRD] = [1, 2, 3];

let now: number;
let scheduler: FairScheduler;
let begun: string[];
let slotEnds: (() => void)[];
let onCheck: (() => void) | undefined;
beforeEach(() => {
  now = 0;
  begun = [];
  onCheck = undefined;
  slotEnds = [];
  scheduler = createFairScheduler({
    ticks: () => now,
    nextTurn: () => new Promise((resolve) => slotEnds.push(resolve)),
    after: (_ms, call) => {
      onCheck = call;
      return () => (onCheck = undefined);
    },
  });
});

const ask = (companyId: number, name: string) => {
  const slot = scheduler.take(companyId);
  if (slot) void slot.then(() => begun.push(name));
  else begun.push(name);
};
const nextTurn = async () => {
  for (const end of slotEnds.splice(0)) end();
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
};
const flood = async (companyId: number, ms = 200) => {
  ask(companyId, 'flood');
  now += ms;
  await nextTurn();
  begun = [];
};

describe('with a single active company', () => {
  test('nothing waits, however much work there is', () => {
    scheduler.arrive(FLOOD);
    for (let n = 0; n < 1_000; n += 1) expect(scheduler.take(FLOOD)).toBeUndefined();
  });

  test('nothing waits after other companies became inactive', async () => {
    scheduler.arrive(OTHER)();
    now += 2_100;
    await flood(FLOOD);
    expect(scheduler.take(FLOOD)).toBeUndefined();
  });
});

test('hasOthers is true while another company is active', () => {
  const own = scheduler.of(FLOOD);
  expect(own.hasOthers()).toBe(false);
  scheduler.arrive(FLOOD)();
  now += 100;
  expect(own.hasOthers()).toBe(false);
  scheduler.arrive(OTHER)();
  now += 100;
  expect(own.hasOthers()).toBe(true);
  now += 2_100;
  expect(own.hasOthers()).toBe(false);
});

describe('a company that used far more than another', () => {
  test('runs one task per loop iteration while others start at once', async () => {
    await flood(FLOOD);
    scheduler.arrive(OTHER)();
    now += 100;
    for (const name of ['a', 'b', 'c']) ask(FLOOD, name);
    expect(begun).toEqual([]);
    await nextTurn();
    expect(begun).toEqual(['a']);
    ask(OTHER, 'other');
    expect(begun).toEqual(['a', 'other']);
    await nextTurn();
    await nextTurn();
    expect(begun).toEqual(['a', 'other', 'b', 'c']);
  });

  test('delays another company by none of its thousand waiting tasks', async () => {
    await flood(FLOOD);
    scheduler.arrive(OTHER)();
    now += 100;
    for (let n = 0; n < 1_000; n += 1) ask(FLOOD, 'flood');
    await nextTurn();
    const leave = scheduler.arrive(OTHER);
    for (const name of ['asks', 'stores', 'is answered']) {
      ask(OTHER, name);
      await nextTurn();
    }
    expect(begun).toEqual(['flood', 'asks', 'stores', 'is answered']);
    leave();
    await nextTurn();
    await nextTurn();
    expect(begun).toEqual(['flood', 'asks', 'stores', 'is answered', 'flood']);
  });

  test('waits only briefly for long or many requests of others', async () => {
    await flood(FLOOD, 20_000);
    scheduler.arrive(OTHER);
    now += 126;
    ask(FLOOD, 'a');
    await nextTurn();
    expect(begun).toEqual(['a']);
    ask(FLOOD, 'b');
    for (let n = 0; n < 5; n += 1) {
      now += 10;
      scheduler.arrive(OTHER);
      await nextTurn();
      onCheck?.();
      await nextTurn();
    }
    expect(begun).toEqual(['a', 'b']);
  });

  test('does not wait for a company whose work runs outside the loop', async () => {
    await flood(FLOOD, 20_000);
    const leave = scheduler.arrive(OTHER);
    const back = scheduler.elsewhere(OTHER);
    ask(FLOOD, 'own');
    await nextTurn();
    expect(begun).toEqual(['own']);
    back();
    ask(FLOOD, 'later');
    await nextTurn();
    expect(begun).toEqual(['own']);
    leave();
    await nextTurn();
    await nextTurn();
    expect(begun).toEqual(['own', 'later']);
  });

  test('starts at once when its usage is several seconds old', async () => {
    await flood(FLOOD);
    scheduler.arrive(OTHER);
    now += 10_000;
    scheduler.arrive(OTHER);
    ask(FLOOD, 'a');
    expect(begun).toEqual(['a']);
  });
});

describe('usage is measured by time', () => {
  test('one long task outweighs a hundred short ones', async () => {
    scheduler.arrive(OTHER)();
    for (let n = 0; n < 100; n += 1) {
      ask(OTHER, 'short');
      now += 0.1;
    }
    await nextTurn();
    ask(FLOOD, 'long');
    now += 100;
    await nextTurn();
    ask(FLOOD, 'waits');
    ask(OTHER, 'at once');
    expect(begun.slice(-2)).toEqual(['long', 'at once']);
    await nextTurn();
    expect(begun.at(-1)).toBe('waits');
  });

  test('a task is charged until the next one starts or the iteration ends', async () => {
    scheduler.arrive(OTHER)();
    ask(FLOOD, 'short');
    ask(THIRD, 'long');
    now += 100;
    await nextTurn();
    now += 500;
    ask(FLOOD, 'at once');
    ask(THIRD, 'waits');
    expect(begun).toEqual(['short', 'long', 'at once']);
    await nextTurn();
    expect(begun.at(-1)).toBe('waits');
  });
});

test('several busy companies alternate whatever the size of their queues', async () => {
  await flood(FLOOD);
  await flood(THIRD);
  scheduler.arrive(OTHER)();
  now += 100;
  for (let n = 0; n < 1_000; n += 1) ask(FLOOD, 'flood');
  for (const name of ['a', 'b']) ask(THIRD, name);
  for (let n = 0; n < 5; n += 1) await nextTurn();
  expect(begun).toEqual(['flood', 'a', 'flood', 'b', 'flood']);
});

test('a failing task affects only its own company', async () => {
  await flood(FLOOD);
  scheduler.arrive(OTHER)();
  now += 100;
  const failing = scheduler.take(FLOOD)?.then(() => Promise.reject(new Error('no')));
  ask(FLOOD, 'next');
  const refused = failing?.catch((error: Error) => error.message);
  await nextTurn();
  await nextTurn();
  expect(await refused).toBe('no');
  expect(begun).toEqual(['next']);
});

test('leaving twice counts once', async () => {
  await flood(FLOOD, 20_000);
  const leave = scheduler.arrive(OTHER);
  scheduler.arrive(OTHER);
  now += 1;
  leave();
  leave();
  now += 100;
  scheduler.arrive(OTHER);
  ask(FLOOD, 'a');
  await nextTurn();
  expect(begun).toEqual([]);
  onCheck?.();
});
