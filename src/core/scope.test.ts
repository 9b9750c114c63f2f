import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { settings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import type { Scope } from './scope.ts';

declare module './events.ts' {
  interface EventMap {
    'test.happened': { n: number };
  }
}

let testApp: TestApp;
let scope: Scope;
let received: [number, number][];

beforeAll(async () => {
  testApp = await createTestApp();
  scope = await testApp.systemScope();
  testApp.kernel.bus.on('test.happened', async (listening, { n }) => {
    received.push([n, await count(listening)]);
  });
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await scope.write((tx) => tx.db.delete(settings));
  received = [];
});

const put = async (tx: Scope, key: string) => {
  await tx.db.insert(settings).values({ key, value: '' });
};
const count = async (reader: Scope) => (await reader.db.select().from(settings)).length;

describe('write', () => {
  test('emits events in order after the commit', async () => {
    await scope.write(async (tx) => {
      await put(tx, 'a');
      tx.emit('test.happened', { n: 1 });
      await put(tx, 'b');
      tx.emit('test.happened', { n: 2 });
      expect(received).toEqual([]);
    });
    await testApp.kernel.bus.idle();
    expect(received).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  test('has one fixed time however long it takes', async () => {
    const before = testApp.clock.now;
    await scope.write(async (tx) => {
      const begun = tx.now();
      testApp.clock.advance(1_000);
      expect(tx.now()).toEqual(begun);
      await tx.write(async (nested) => expect(nested.now()).toEqual(begun));
    });
    expect(scope.now()).toEqual(new Date(before.getTime() + 1_000));
  });

  test('caches queries until it writes to their tables', async () => {
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

  test('that fails leaves no row, event or callback', async () => {
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
    await testApp.kernel.bus.idle();
    expect([await count(scope), received, called]).toEqual([0, [], false]);
  });

  test('nested in another joins it and rolls back with it', async () => {
    const outer = scope.write(async (tx) => {
      await tx.write(async (inner) => {
        await put(inner, 'a');
        inner.emit('test.happened', { n: 1 });
      });
      expect(await count(tx)).toBe(1);
      expect(received).toEqual([]);
      throw new Error('no');
    });
    await expect(outer).rejects.toThrow('no');
    expect([await count(scope), received]).toEqual([0, []]);
  });

  test('is visible to readers only after the commit', async () => {
    await scope.write(async (tx) => {
      await put(tx, 'a');
      expect([await count(tx), await count(scope)]).toEqual([1, 0]);
    });
    expect(await count(scope)).toBe(1);
  });

  test('runs a callback once however often it is registered', async () => {
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

  test('is serialised with concurrent ones without losing updates', async () => {
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

  test('in one company is invisible to another', async () => {
    await scope.write((tx) => put(tx, 'a'));
    expect(await count(await testApp.systemScope('boreal'))).toBe(0);
  });
});

test('a failing listener does not affect the others', async () => {
  const after: number[] = [];
  testApp.kernel.bus.on('test.happened', () => {
    throw new Error('deaf');
  });
  testApp.kernel.bus.on('test.happened', (_scope, { n }) => void after.push(n));
  scope.emit('test.happened', { n: 7 });
  scope.emit('test.happened', { n: 8 });
  await testApp.kernel.bus.idle();
  expect(after).toEqual([7, 8]);
});

test('the stamp of a company changes with each of its events, and with no other', async () => {
  const { bus } = testApp.kernel;
  const before = [bus.stampOf(scope.companyId), bus.stampOf(scope.companyId + 1)];
  await scope.write((tx) => put(tx, 'silent'));
  expect(bus.stampOf(scope.companyId)).toBe(before[0] ?? '');
  await scope.write(async (tx) => tx.emit('test.happened', { n: 1 }));
  scope.emit('test.happened', { n: 2 });
  const after = [bus.stampOf(scope.companyId), bus.stampOf(scope.companyId + 1)];
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true]);
  expect(scope.asOf).not.toBe((await testApp.systemScope()).asOf);
  expect((await testApp.systemScope()).asOf).toBe(after[0] ?? '');
});
