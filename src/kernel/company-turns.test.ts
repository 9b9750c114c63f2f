import { beforeEach, describe, expect, test } from 'bun:test';
import { type CompanyTurns, createCompanyTurns } from './company-turns.ts';

const [FLOOD, OTHER, THIRD] = [1, 2, 3];

let now: number;
let turns: CompanyTurns;
let begun: string[];
let endsOfTurn: (() => void)[];
let look: (() => void) | undefined;
beforeEach(() => {
  now = 0;
  begun = [];
  look = undefined;
  endsOfTurn = [];
  turns = createCompanyTurns({
    ticks: () => now,
    nextTurn: () => new Promise((resolve) => endsOfTurn.push(resolve)),
    after: (_ms, call) => {
      look = call;
      return () => (look = undefined);
    },
  });
});

const ask = (companyId: number, name: string) => {
  const turn = turns.take(companyId);
  if (turn) void turn.then(() => begun.push(name));
  else begun.push(name);
};
const nextTurn = async () => {
  for (const end of endsOfTurn.splice(0)) end();
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
};
/** How long a company has had the thread, before anybody else was there. */
const flood = async (companyId: number, ms = 200) => {
  ask(companyId, 'flood');
  now += ms;
  await nextTurn();
  begun = [];
};

describe('while one company is around', () => {
  test('nothing waits, however much it is', () => {
    turns.arrive(FLOOD);
    for (let n = 0; n < 1_000; n += 1) expect(turns.take(FLOOD)).toBeUndefined();
  });

  test('nor once the others have gone', async () => {
    turns.arrive(OTHER)();
    now += 2_100;
    await flood(FLOOD);
    expect(turns.take(FLOOD)).toBeUndefined();
  });
});

test('a company has others while people of another are around', () => {
  const own = turns.of(FLOOD);
  expect(own.hasOthers()).toBe(false);
  turns.arrive(FLOOD)();
  now += 100;
  expect(own.hasOthers()).toBe(false);
  turns.arrive(OTHER)();
  now += 100;
  expect(own.hasOthers()).toBe(true);
  now += 2_100;
  expect(own.hasOthers()).toBe(false);
});

describe('a company that has had much more than another', () => {
  test('has one piece in a turn of the loop, in order; the other begins at once', async () => {
    await flood(FLOOD);
    turns.arrive(OTHER)();
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

  test('with a thousand pieces waiting delays the other by none of them', async () => {
    await flood(FLOOD);
    turns.arrive(OTHER)();
    now += 100;
    for (let n = 0; n < 1_000; n += 1) ask(FLOOD, 'flood');
    await nextTurn();
    const leave = turns.arrive(OTHER);
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

  test('lets nobody pass who is answered for long, and waits no longer than a short while for many who come', async () => {
    await flood(FLOOD, 20_000);
    turns.arrive(OTHER);
    now += 126;
    ask(FLOOD, 'a');
    await nextTurn();
    expect(begun).toEqual(['a']);
    ask(FLOOD, 'b');
    for (let n = 0; n < 5; n += 1) {
      now += 10;
      turns.arrive(OTHER);
      await nextTurn();
      look?.();
      await nextTurn();
    }
    expect(begun).toEqual(['a', 'b']);
  });

  test('lets nobody pass whose answers are all made beside the loop', async () => {
    await flood(FLOOD, 20_000);
    const leave = turns.arrive(OTHER);
    const back = turns.elsewhere(OTHER);
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

  test('goes at once again when what it had is some seconds ago', async () => {
    await flood(FLOOD);
    turns.arrive(OTHER);
    now += 10_000;
    turns.arrive(OTHER);
    ask(FLOOD, 'a');
    expect(begun).toEqual(['a']);
  });
});

describe('time counts, and not how often', () => {
  test('one long piece lets a hundred short ones of another pass', async () => {
    turns.arrive(OTHER)();
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

  test('a piece has the time until another begins or the turn of the loop ends, and no more', async () => {
    turns.arrive(OTHER)();
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

test('several floods go in rotation, whatever each has waiting', async () => {
  await flood(FLOOD);
  await flood(THIRD);
  turns.arrive(OTHER)();
  now += 100;
  for (let n = 0; n < 1_000; n += 1) ask(FLOOD, 'flood');
  for (const name of ['a', 'b']) ask(THIRD, name);
  for (let n = 0; n < 5; n += 1) await nextTurn();
  expect(begun).toEqual(['flood', 'a', 'flood', 'b', 'flood']);
});

test('what fails in a piece is its own company’s alone', async () => {
  await flood(FLOOD);
  turns.arrive(OTHER)();
  now += 100;
  const failing = turns.take(FLOOD)?.then(() => Promise.reject(new Error('no')));
  ask(FLOOD, 'next');
  const refused = failing?.catch((error: Error) => error.message);
  await nextTurn();
  await nextTurn();
  expect(await refused).toBe('no');
  expect(begun).toEqual(['next']);
});

test('who leaves twice leaves once', async () => {
  await flood(FLOOD, 20_000);
  const leave = turns.arrive(OTHER);
  turns.arrive(OTHER);
  now += 1;
  leave();
  leave();
  now += 100;
  turns.arrive(OTHER);
  ask(FLOOD, 'a');
  await nextTurn();
  expect(begun).toEqual([]);
  look?.();
});
