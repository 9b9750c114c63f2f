import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { platformSettings } from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { type PlatformScope, platformOf, platformScope } from './platform-scope.ts';
import { asSystem } from './scope.ts';

declare module './bus.ts' {
  interface PlatformEventMap {
    'test.told': { n: number };
  }
}

let desk: TestDesk;
let platform: PlatformScope;
let heard: [number, number][];

beforeAll(async () => {
  desk = await createTestDesk();
  platform = platformScope(desk.kernel);
  desk.kernel.bus.onPlatform('test.told', async (scope, { n }) => {
    heard.push([n, await count(scope)]);
  });
});
afterAll(() => desk.stop());
beforeEach(async () => {
  await platform.write((tx) => tx.db.delete(platformSettings));
  heard = [];
});

const put = (tx: PlatformScope, key: string) => tx.db.insert(platformSettings).values({ key, value: '' });
const count = async (reader: PlatformScope) => (await reader.db.select().from(platformSettings)).length;

test('events go out when the write is committed, and see it', async () => {
  await platform.write(async (tx) => {
    await put(tx, 'a');
    tx.emit('test.told', { n: 1 });
    await tx.write((inner) => put(inner, 'b'));
    expect(heard).toEqual([]);
  });
  await desk.kernel.bus.idle();
  expect(heard).toEqual([[1, 2]]);
});

test('a write that fails leaves nothing: no row, no event, no callback', async () => {
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
  await desk.kernel.bus.idle();
  expect({ rows: await count(platform), heard, called }).toEqual({ rows: 0, heard: [], called: false });
});

test('an event of a company is not one of the platform', async () => {
  const scope = await desk.systemScope();
  await scope.kernel.bus.publish(scope, [{ type: 'test.told', data: { n: 1 } } as never]);
  expect(heard).toEqual([]);
});

test('a person of a company keeps their rights there', async () => {
  const scope = await desk.scopeOf('bia');
  expect(platformOf(scope).actor).toBe(scope.actor);
  expect(platform.actor).toEqual({ kind: 'system' });
});

test('work that the desk does for a person is the desk’s inside a write too', async () => {
  const scope = asSystem(await desk.scopeOf('bia'));
  const kinds = [
    scope.actor.kind,
    await scope.write(async (tx) => tx.write(async (inner) => inner.actor.kind)),
  ];
  expect(kinds).toEqual(['system', 'system']);
});
