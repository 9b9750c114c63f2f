import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, contactIdentities, contacts, outbox } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO, MARIA } from '@test/support/inbound.ts';
import { eq, isNull } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { Identity, SessionStatus } from '@/whatsapp/port.ts';
import { blockContact } from './block.service.ts';
import { mergeByHand } from './merge/merge.service.ts';

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

describe('block of a merged contact', () => {
  const HIDDEN = '7@lid';
  const every = (what: string) => `${what} ${MARIA.pn} ${JOAO.pn} ${MARIA.lid}`;
  const receive = (from: Identity) => testApp.listener.onMessages(target(), [inbound({ from })]);
  const idOf = async (jid: string | null) =>
    (await scope.db.query.contactIdentities.findFirst({ where: eq(contactIdentities.jid, jid ?? '') }))
      ?.contactId ?? 0;
  const set = async (jid: string | null, blocked: boolean) => {
    await blockContact(scope, { contactId: await idOf(jid), blocked });
    await testApp.settle();
  };
  const merge = async () => {
    const ana = await testApp.scopeOf('ana');
    const { undo } = await mergeByHand(ana, { keep: await idOf(MARIA.pn), drop: await idOf(JOAO.pn) });
    await testApp.settle();
    return async () => {
      testApp.whatsapp.calls.length = 0;
      await testApp.kernel.undo.take(ana, undo);
      await testApp.settle();
    };
  };
  beforeEach(() => receive(JOAO));

  test('made on a phone for one number reaches the other one there too', async () => {
    await merge();
    for (const [from, blocked] of [
      [MARIA, true],
      [JOAO, false],
    ] as const) {
      await onEvent(blocked, from);
      await testApp.settle();
    }
    expect(ofLine()).toEqual([every('block'), every('unblock')]);
  });

  test.each([
    ['the remaining one', MARIA],
    ['the merged one', JOAO],
  ])('is taken over when %s was blocked before', async (_which, { pn }) => {
    await set(pn, true);
    testApp.whatsapp.calls.length = 0;
    await merge();
    expect(ofLine()).toEqual([every('block')]);
  });

  test('is taken over when a message shows that both are one person', async () => {
    await receive({ pn: null, lid: HIDDEN });
    await set(HIDDEN, true);
    testApp.whatsapp.calls.length = 0;
    await testApp.listener.onIdentities(target(), [{ pn: JOAO.pn ?? '', lid: HIDDEN }]);
    await testApp.settle();
    expect(ofLine()).toEqual([`block ${JOAO.pn} ${HIDDEN}`]);
  });

  test('ends for the other one when the merge is undone', async () => {
    const undo = await merge();
    await set(MARIA.pn, true);
    await undo();
    expect(ofLine().sort()).toEqual([`block ${EVERYWHERE}`, `unblock ${JOAO.pn}`]);
  });

  test('is restored when the merge is undone', async () => {
    for (const { pn } of [MARIA, JOAO]) await set(pn, true);
    const undo = await merge();
    await set(MARIA.pn, false);
    await undo();
    expect((await people()).sort()).toEqual([
      ['5521977776666', true],
      ['Maria', false],
    ]);
    expect(ofLine().sort()).toEqual([`block ${JOAO.pn}`, `unblock ${EVERYWHERE}`]);
  });

  test('is asked of nobody when nobody was blocked', async () => {
    await (await merge())();
    expect(testApp.whatsapp.calls).toEqual([]);
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
