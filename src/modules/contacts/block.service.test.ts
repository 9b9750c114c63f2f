import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, contacts, outbox } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO, MARIA } from '@test/support/inbound.ts';
import { eq, isNull } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { SessionStatus } from '@/whatsapp/port.ts';
import { blockContact } from './block.service.ts';

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

const EVERYWHERE = `${MARIA.pn} ${MARIA.lid}`;
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
    expect(testApp.whatsapp.calls).toEqual([`block ${EVERYWHERE} ${scope.companyId}:${other}`]);
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

describe('block made while a connection is away', () => {
  test('reaches WhatsApp when it is connected again', async () => {
    await block(true);
    await moveTo('TIMEOUT');
    await block(false);
    expect(ofLine()).toEqual([`block ${EVERYWHERE}`]);
    await moveTo('CONNECTED');
    expect(ofLine()).toEqual([`block ${EVERYWHERE}`, `unblock ${EVERYWHERE}`]);
    await moveTo('CONNECTED');
    expect(ofLine()).toHaveLength(2);
  });

  test('only the last one counts', async () => {
    await moveTo('TIMEOUT');
    for (const blocked of [true, false, true]) await block(blocked);
    expect(await scope.db.select().from(outbox)).toHaveLength(1);
    await moveTo('CONNECTED');
    expect(ofLine()).toEqual([`block ${EVERYWHERE}`]);
  });

  test('waits outside the queue for a connection that a person has to pair', async () => {
    await moveTo('DISCONNECTED');
    await block(true);
    expect(await waiting()).toEqual([]);
    await moveTo('qrcode');
    await moveTo('CONNECTED');
    expect(ofLine()).toEqual([`block ${EVERYWHERE}`]);
  });

  test('ends with a deleted connection', async () => {
    const connectionId = await addConnection(testApp, { name: 'Velha', status: 'OPENING' });
    await block(true);
    expect(await waiting()).toHaveLength(1);
    await scope.write((tx) => tx.db.delete(connections).where(eq(connections.id, connectionId)));
    testApp.kernel.outbox.wake(scope.companyId, 'contact:');
    await testApp.settle();
    expect(await waiting()).toEqual([]);
  });
});

const waiting = () => scope.db.select().from(outbox).where(isNull(outbox.parkedAt));
const ofLine = () =>
  testApp.whatsapp.calls.flatMap((call) => {
    const [, what] = call.match(new RegExp(`^(.*) ${scope.companyId}:${line}$`)) ?? [];
    return what ?? [];
  });

async function block(blocked: boolean): Promise<void> {
  const [contact] = await scope.db.select().from(contacts);
  await blockContact(scope, { contactId: contact?.id ?? 0, blocked });
  await testApp.settle();
}

async function moveTo(status: SessionStatus): Promise<void> {
  const state = { status, qrcode: '', pairingCode: '', retries: 0, trouble: null, number: null };
  testApp.whatsapp.become(target(), state);
  await testApp.listener.onState(target(), state);
  await testApp.settle();
}
