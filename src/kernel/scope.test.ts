import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { settings } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import type { Scope } from './scope.ts';

declare module './bus.ts' {
  interface EventMap {
    'test.happened': { n: number };
  }
}

let desk: TestDesk;
let scope: Scope;
let heard: [number, number][];

beforeAll(async () => {
  desk = await createTestDesk();
  scope = await desk.systemScope();
  desk.kernel.bus.on('test.happened', async (listening, { n }) => {
    heard.push([n, await count(listening)]);
  });
});
afterAll(() => desk.stop());
beforeEach(async () => {
  await scope.write((tx) => tx.db.delete(settings));
  heard = [];
});

const put = async (tx: Scope, key: string) => {
  await tx.db.insert(settings).values({ key, value: '' });
};
const count = async (reader: Scope) => (await reader.db.select().from(settings)).length;

describe('a write', () => {
  test('tells what happened when it is committed, in order', async () => {
    await scope.write(async (tx) => {
      await put(tx, 'a');
      tx.emit('test.happened', { n: 1 });
      await put(tx, 'b');
      tx.emit('test.happened', { n: 2 });
      expect(heard).toEqual([]);
    });
    await desk.kernel.bus.idle();
    expect(heard).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  test('happens at one moment, however long it takes', async () => {
    const before = desk.clock.now;
    await scope.write(async (tx) => {
      const begun = tx.now();
      desk.clock.advance(1_000);
      expect(tx.now()).toEqual(begun);
      await tx.write(async (nested) => expect(nested.now()).toEqual(begun));
    });
    expect(scope.now()).toEqual(new Date(before.getTime() + 1_000));
  });

  test('remembers what was asked before, until it writes there itself', async () => {
    let asked = 0;
    const ask = (reader: Scope) =>
      reader.remember([settings], 'how many', () => {
        asked += 1;
        return count(reader);
      });
    expect(await ask(scope)).toBe(0);
    await scope.write(async (tx) => {
      expect([await ask(tx), asked]).toEqual([0, 1]);
      await put(tx, 'a');
      expect([await ask(tx), await ask(tx), asked]).toEqual([1, 1, 3]);
      expect([await ask(scope), asked]).toEqual([0, 3]);
    });
    expect([await ask(scope), asked]).toEqual([1, 4]);
    const undone = scope.write(async (tx) => {
      await put(tx, 'b');
      await ask(tx);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await ask(scope)).toBe(1);
  });

  test('that fails leaves nothing: no row, no event, no callback', async () => {
    let called = false;
    const failing = scope.write(async (tx) => {
      await put(tx, 'a');
      tx.emit('test.happened', { n: 1 });
      tx.afterCommit(() => {
        called = true;
      });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await desk.kernel.bus.idle();
    expect([await count(scope), heard, called]).toEqual([0, [], false]);
  });

  test('inside a write joins it, and falls with it', async () => {
    const outer = scope.write(async (tx) => {
      await tx.write(async (inner) => {
        await put(inner, 'a');
        inner.emit('test.happened', { n: 1 });
      });
      expect(await count(tx)).toBe(1);
      expect(heard).toEqual([]);
      throw new Error('no');
    });
    await expect(outer).rejects.toThrow('no');
    expect([await count(scope), heard]).toEqual([0, []]);
  });

  test('is seen by readers only when it is done', async () => {
    await scope.write(async (tx) => {
      await put(tx, 'a');
      expect([await count(tx), await count(scope)]).toEqual([1, 0]);
    });
    expect(await count(scope)).toBe(1);
  });

  test('calls one callback once, however often it was asked', async () => {
    let calls = 0;
    const callback = () => {
      calls += 1;
    };
    await scope.write(async (tx) => {
      tx.afterCommit(callback);
      await tx.write(async (inner) => inner.afterCommit(callback));
      expect(calls).toBe(0);
    });
    expect(calls).toBe(1);
  });

  test('many at once lose nothing', async () => {
    const read = async (tx: Scope) => Number((await tx.db.select().from(settings))[0]?.value ?? 0);
    await scope.write((tx) => put(tx, 'n'));
    await Promise.all(
      Array.from({ length: 40 }, () =>
        scope.write(async (tx) => {
          const n = await read(tx);
          await tx.db.update(settings).set({ value: String(n + 1) });
        }),
      ),
    );
    expect(await read(scope)).toBe(40);
  });

  test('of one company is nothing to another', async () => {
    await scope.write((tx) => put(tx, 'a'));
    expect(await count(await desk.systemScope('boreal'))).toBe(0);
  });
});

test('a listener that fails costs the others nothing', async () => {
  const after: number[] = [];
  desk.kernel.bus.on('test.happened', () => {
    throw new Error('deaf');
  });
  desk.kernel.bus.on('test.happened', (_scope, { n }) => void after.push(n));
  scope.emit('test.happened', { n: 7 });
  scope.emit('test.happened', { n: 8 });
  await desk.kernel.bus.idle();
  expect(after).toEqual([7, 8]);
});
