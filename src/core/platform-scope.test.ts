import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { platformSettings } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { onOneNode } from './events.ts';
import { type PlatformScope, platformOf, platformScope } from './platform-scope.ts';
import { asSystem } from './scope.ts';

declare module './events.ts' {
  interface PlatformEventMap {
    'test.told': { n: number };
  }
}

let testApp: TestApp;
let platform: PlatformScope;
let received: [number, number][];

beforeAll(async () => {
  testApp = await createTestApp();
  platform = platformScope(testApp.kernel);
  testApp.kernel.bus.onPlatform(
    'test.told',
    onOneNode(async (scope, { n }) => void received.push([n, await count(scope)])),
  );
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await platform.write((tx) => tx.db.delete(platformSettings));
  received = [];
});

const put = (tx: PlatformScope, key: string) => tx.db.insert(platformSettings).values({ key, value: '' });
const count = async (reader: PlatformScope) => (await reader.db.select().from(platformSettings)).length;

test('emits events after the commit with its data visible', async () => {
  await platform.write(async (tx) => {
    await put(tx, 'a');
    tx.emit('test.told', { n: 1 });
    await tx.write((inner) => put(inner, 'b'));
    expect(received).toEqual([]);
  });
  await testApp.kernel.bus.idle();
  expect(received).toEqual([[1, 2]]);
});

test('a failed write leaves no row, event or callback', async () => {
  let called = false;
  const failing = platform.write(async (tx) => {
    await put(tx, 'a');
    tx.emit('test.told', { n: 1 });
    tx.afterCommit(() => {
      called = true;
    });
    throw new Error('no');
  });
  expect(failing).rejects.toThrow('no');
  await failing.catch(() => undefined);
  await testApp.kernel.bus.idle();
  expect({ rows: await count(platform), heard: received, called }).toEqual({
    rows: 0,
    heard: [],
    called: false,
  });
});

test('a company event does not reach platform listeners', async () => {
  const scope = await testApp.systemScope();
  await scope.kernel.bus.publish(scope, [{ type: 'test.told', data: { n: 1 } } as never]);
  expect(received).toEqual([]);
});

test('a platform scope preserves the actor of a company scope', async () => {
  const scope = await testApp.scopeOf('bia');
  expect(platformOf(scope).actor).toBe(scope.actor);
  expect(platform.actor).toEqual({ kind: 'system' });
});

test('a system scope stays the system inside nested writes', async () => {
  const scope = asSystem(await testApp.scopeOf('bia'));
  const kinds = [
    scope.actor.kind,
    await scope.write(async (tx) => tx.write(async (inner) => inner.actor.kind)),
  ];
  expect(kinds).toEqual(['system', 'system']);
});
