import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO, MARIA } from '@test/support/inbound.ts';
import type { Scope } from '@/kernel/scope.ts';

let desk: TestDesk;
let scope: Scope;
let line: number;
let other: number;

beforeAll(async () => {
  desk = await createTestDesk();
  scope = await desk.systemScope();
  line = await addConnection(desk);
  other = await addConnection(desk, { name: 'Filial' });
});
afterAll(() => desk.stop());
beforeEach(async () => {
  await scope.write((tx) => tx.db.delete(contacts));
  await desk.listener.onMessages(target(), [inbound({ pushName: 'Maria' })]);
  await desk.settle();
  desk.whatsapp.calls.length = 0;
});

const target = () => ({ companyId: scope.companyId, connectionId: line });
const hear = (blocked: boolean, identity = MARIA) =>
  desk.listener.onBlocks(target(), [{ identity, blocked }]);
const people = async () => (await scope.db.select().from(contacts)).map((row) => [row.name, row.isBlocked]);

describe('a block made on the phone', () => {
  test('counts for the desk and for its other lines', async () => {
    const heard = await desk.listenAs('caio');
    await hear(true);
    await desk.settle();
    expect(await people()).toEqual([['Maria', true]]);
    expect(desk.whatsapp.calls).toEqual([`block ${MARIA.pn} ${scope.companyId}:${other}`]);
    expect(heard.map(({ channel }) => channel)).toContain('contact');
    await hear(false);
    expect(await people()).toEqual([['Maria', false]]);
  });

  test('is found by either address, and told again changes nothing', async () => {
    await hear(true, { pn: null, lid: MARIA.lid });
    await desk.settle();
    const heard = await desk.listenAs('caio');
    await hear(true, { pn: MARIA.pn, lid: null });
    await desk.settle();
    expect(await people()).toEqual([['Maria', true]]);
    expect(heard).toEqual([]);
  });

  test('of somebody the desk does not know makes nobody', async () => {
    await hear(true, JOAO);
    await hear(true, { pn: null, lid: null });
    expect(await people()).toEqual([['Maria', false]]);
  });
});
