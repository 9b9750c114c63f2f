import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO, MARIA } from '@test/support/inbound.ts';
import type { Scope } from '@/core/scope.ts';

let testApp: TestApp;
let scope: Scope;
let line: number;
let other: number;

beforeAll(async () => {
  testApp = await createTestApp();
  scope = await testApp.systemScope();
  line = await addConnection(testApp);
  other = await addConnection(testApp, { name: 'Filial' });
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await scope.write((tx) => tx.db.delete(contacts));
  await testApp.listener.onMessages(target(), [inbound({ pushName: 'Maria' })]);
  await testApp.settle();
  testApp.whatsapp.calls.length = 0;
});

const target = () => ({ companyId: scope.companyId, connectionId: line });
const onEvent = (blocked: boolean, identity = MARIA) =>
  testApp.listener.onBlocks(target(), [{ identity, blocked }]);
const people = async () => (await scope.db.select().from(contacts)).map((row) => [row.name, row.isBlocked]);

describe('block made on the phone', () => {
  test('blocks the contact and mirrors the block to the other connections', async () => {
    const received = await testApp.listenAs('caio');
    await onEvent(true);
    await testApp.settle();
    expect(await people()).toEqual([['Maria', true]]);
    expect(testApp.whatsapp.calls).toEqual([`block ${MARIA.pn} ${scope.companyId}:${other}`]);
    expect(received.map(({ channel }) => channel)).toContain('contact');
    await onEvent(false);
    expect(await people()).toEqual([['Maria', false]]);
  });

  test('matches either address and changes nothing when repeated', async () => {
    await onEvent(true, { pn: null, lid: MARIA.lid });
    await testApp.settle();
    const received = await testApp.listenAs('caio');
    await onEvent(true, { pn: MARIA.pn, lid: null });
    await testApp.settle();
    expect(await people()).toEqual([['Maria', true]]);
    expect(received).toEqual([]);
  });

  test('creates no contact for an unknown address', async () => {
    await onEvent(true, JOAO);
    await onEvent(true, { pn: null, lid: null });
    expect(await people()).toEqual([['Maria', false]]);
  });
});
