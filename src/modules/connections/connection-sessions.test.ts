import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { outbox, sessionKeys } from '@db/tenant/schema/index.ts';
import { type AppError, InvalidInput } from '@/kernel/errors.ts';
import { TryLater } from '@/kernel/outbox.ts';
import type { SessionState } from '@/whatsapp/port.ts';
import {
  disconnectConnection,
  recordSessionState,
  renewConnection,
  requestPairingCode,
  restartAllConnections,
  startConnection,
} from './connection-sessions.service.ts';
import { createSubscriptionSweep, startAllConnections } from './connections.jobs.ts';
import { countTroubled, getConnection, listConnections } from './connections.queries.ts';
import type { ConnectionView } from './connections.views.ts';
import { AURORA, BOREAL, type ConnectionsDesk, openDesk } from './desk.test-support.ts';

let desk: ConnectionsDesk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const OPEN: SessionState = {
  status: 'CONNECTED',
  qrcode: '',
  pairingCode: '',
  retries: 0,
  trouble: null,
  number: '5511999990000',
};

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: AppError) => error.code,
  );

async function pair(companyId: number, connectionId: number): Promise<void> {
  const scope = await desk.system(companyId);
  await scope.write((tx) =>
    tx.db.insert(sessionKeys).values({ connectionId, key: 'creds', value: Buffer.from('sealed') }),
  );
}

const statuses = async (companyId: number) =>
  (await listConnections(await desk.system(companyId))).map(({ status }) => status);

describe('what a session says', () => {
  test('is stored whole, and the code is told to administrators only', async () => {
    const id = await desk.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const [ana, bia, davi] = [desk.hear(desk.ana), desk.hear(desk.bia), desk.hear(desk.davi)];
    desk.setNow('2026-03-06T10:00:00Z');
    const scope = await desk.system(AURORA);
    await recordSessionState(scope, id, {
      ...OPEN,
      status: 'qrcode',
      qrcode: '2@abc',
      pairingCode: 'ABCD1234',
      retries: 2,
    });
    await desk.kernel.bus.idle();
    const heard = (data: unknown) => {
      const { action, session } = data as { action: string; session: ConnectionView };
      const { status, qrcode, pairingCode, retries, updatedAt } = session;
      return {
        action,
        id: session.id,
        status,
        qrcode,
        pairingCode,
        retries,
        updatedAt,
        secret: session.session,
      };
    };
    const told = {
      action: 'update',
      id,
      status: 'qrcode' as const,
      retries: 2,
      updatedAt: '2026-03-06T10:00:00.000Z',
      secret: '' as const,
    };
    expect(ana.map(({ data }) => heard(data))).toEqual([
      { ...told, qrcode: '2@abc', pairingCode: 'ABCD1234' },
    ]);
    expect(bia.map(({ data }) => heard(data))).toEqual([
      { ...told, qrcode: '', pairingCode: '', retries: 0 },
    ]);
    expect([...ana, ...bia].map(({ channel }) => channel)).toEqual(['whatsappSession', 'whatsappSession']);
    expect(davi).toEqual([]);
    expect(await getConnection(scope, id)).toMatchObject({
      status: 'qrcode',
      qrcode: '2@abc',
      number: '5511999990000',
    });
  });

  test('of a connection that is gone is forgotten', async () => {
    const heard = desk.hear(desk.ana);
    await recordSessionState(await desk.system(AURORA), 99, OPEN);
    await desk.kernel.bus.idle();
    expect(heard).toEqual([]);
  });

  test('when it opens, what waited for it is sent now, and only that', async () => {
    const id = await desk.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const tried: string[] = [];
    let isOpen = false;
    desk.kernel.outbox.handle('message.send', {
      async run(_scope, { lane }) {
        tried.push(lane);
        if (!isOpen) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { patient: true });
        return undefined;
      },
      async park() {},
    });
    const scope = await desk.system(AURORA);
    await scope.write(async (tx) => {
      for (const lane of [`send:${id}:7`, `send:${id}0:7`]) {
        await tx.kernel.outbox.add(tx, lane, 'message.send', { messageId: 1 } as never);
      }
    });
    await desk.kernel.outbox.idle();
    expect(tried.toSorted()).toEqual([`send:${id}0:7`, `send:${id}:7`]);
    isOpen = true;
    await recordSessionState(scope, id, { ...OPEN, status: 'TIMEOUT' });
    await desk.kernel.outbox.idle();
    expect(tried).toHaveLength(2);
    await recordSessionState(scope, id, OPEN);
    await desk.kernel.outbox.idle();
    expect(tried.slice(2)).toEqual([`send:${id}:7`]);
    expect((await scope.db.select({ lane: outbox.lane }).from(outbox)).map(({ lane }) => lane)).toEqual([
      `send:${id}0:7`,
    ]);
  });
});

describe('verbs', () => {
  test('start, new code and disconnect change the row first and ask WhatsApp after', async () => {
    const id = await desk.addConnection(AURORA, {
      name: 'Loja',
      isDefault: true,
      status: 'DISCONNECTED',
      trouble: 'qr_expired',
      retries: 3,
      number: '5511999990000',
    });
    await startConnection(desk.ana.scope, { connectionId: id });
    expect(await getConnection(desk.ana.scope, id)).toMatchObject({
      status: 'OPENING',
      trouble: null,
      retries: 0,
    });
    await renewConnection(desk.ana.scope, { connectionId: id });
    expect(await statuses(AURORA)).toEqual(['OPENING']);
    await disconnectConnection(desk.ana.scope, { connectionId: id });
    expect(await getConnection(desk.ana.scope, id)).toMatchObject({ status: 'DISCONNECTED', number: null });
    expect(desk.asked).toEqual(['start 1:1', 'renew 1:1', 'logout 1:1']);
  });

  test('restart all leaves those at rest alone', async () => {
    await desk.addConnection(AURORA, { name: 'Aberta', isDefault: true, status: 'CONNECTED' });
    await desk.addConnection(AURORA, { name: 'Parada' });
    await pair(AURORA, await desk.addConnection(AURORA, { name: 'Pareada' }));
    await restartAllConnections(desk.ana.scope);
    expect(await statuses(AURORA)).toEqual(['OPENING', 'DISCONNECTED', 'OPENING']);
    expect(desk.asked).toEqual(['start 1:1', 'start 1:3']);
  });

  test("a pairing code comes from WhatsApp; what it refuses is the number's fault, the rest is not", async () => {
    const connectionId = await desk.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const ask = (number: string) => requestPairingCode(desk.ana.scope, { connectionId, number });
    expect(await ask('5511999990000')).toBe('ABCD1234');
    expect(await ask('99900000000').catch((error) => error)).toBeInstanceOf(InvalidInput);
    desk.broken.add('1:1');
    expect(await refusal(ask('5511999990000'))).toBe('ERR_WAPP_NOT_INITIALIZED');
  });

  test('nobody but an administrator of the company may use them', async () => {
    const connectionId = await desk.addConnection(AURORA, {
      name: 'Loja',
      isDefault: true,
      status: 'CONNECTED',
    });
    const verbs = [startConnection, renewConnection, disconnectConnection];
    for (const { scope } of [desk.rui, desk.bia]) {
      for (const verb of verbs)
        expect(await refusal(verb(scope, { connectionId }))).toBe('ERR_NO_PERMISSION');
      expect(await refusal(restartAllConnections(scope))).toBe('ERR_NO_PERMISSION');
      expect(await refusal(requestPairingCode(scope, { connectionId, number: '5511999990000' }))).toBe(
        'ERR_NO_PERMISSION',
      );
      expect(await refusal(recordSessionState(scope, connectionId, OPEN))).toBe('ERR_NO_PERMISSION');
    }
    for (const verb of verbs)
      expect(await refusal(verb(desk.davi.scope, { connectionId }))).toBe('ERR_NO_WAPP_FOUND');
    expect(
      await refusal(requestPairingCode(desk.davi.scope, { connectionId, number: '5511999990000' })),
    ).toBe('ERR_NO_WAPP_FOUND');
    expect(await statuses(AURORA)).toEqual(['CONNECTED']);
    expect(desk.asked).toEqual([]);
  });

  test('every connection that is not simply connected is counted for the menu', async () => {
    const all = ['CONNECTED', 'qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'] as const;
    for (const status of all) await desk.addConnection(AURORA, { name: status, status });
    expect(await countTroubled(desk.bia.scope)).toBe(5);
    expect(await countTroubled(desk.davi.scope)).toBe(0);
  });
});

describe('a start of the desk', () => {
  test('opens what was at work or is paired; one that cannot costs only itself', async () => {
    await desk.addConnection(AURORA, { name: 'Aberta', isDefault: true, status: 'CONNECTED' });
    await desk.addConnection(AURORA, { name: 'Com QR', status: 'qrcode', qrcode: 'old' });
    await desk.addConnection(AURORA, { name: 'Parada' });
    await pair(AURORA, await desk.addConnection(AURORA, { name: 'Pareada' }));
    await desk.addConnection(BOREAL, { name: 'Norte', status: 'CONNECTED' });
    desk.broken.add('1:2');
    await startAllConnections(desk.kernel);
    expect(desk.asked).toEqual(['start 1:1', 'start 1:2', 'start 1:4', 'start 2:1']);
    const aurora = await listConnections(await desk.system(AURORA));
    expect(aurora.map(({ status, trouble, qrcode }) => [status, trouble, qrcode])).toEqual([
      ['OPENING', null, ''],
      ['DISCONNECTED', 'server', ''],
      ['DISCONNECTED', null, ''],
      ['OPENING', null, ''],
    ]);
  });

  test('leaves out companies that may not work, and goes on past a broken database', async () => {
    await desk.addConnection(AURORA, { name: 'Loja', status: 'CONNECTED' });
    await desk.addConnection(BOREAL, { name: 'Norte', status: 'CONNECTED' });
    await desk.setCompany(AURORA, { status: false });
    await startAllConnections(desk.kernel);
    expect(desk.asked).toEqual(['start 2:1']);

    await desk.setCompany(AURORA, { status: true });
    const database = await desk.kernel.tenants.open(AURORA);
    await database.client.execute('ALTER TABLE session_keys RENAME TO lost');
    await startAllConnections(desk.kernel);
    expect(desk.asked.slice(1)).toEqual(['start 2:1']);
  });

  test('the sweep follows the subscription: sessions stop when it ends and return with it', async () => {
    await pair(
      AURORA,
      await desk.addConnection(AURORA, { name: 'Loja', isDefault: true, status: 'CONNECTED' }),
    );
    await desk.addConnection(AURORA, { name: 'Sem sessão', status: 'qrcode' });
    const sweep = createSubscriptionSweep(desk.kernel);
    await startConnection(desk.ana.scope, { connectionId: 1 });
    desk.whatsapp.become({ companyId: AURORA, connectionId: 1 });
    await sweep();
    expect(desk.asked).toEqual(['start 1:1']);

    await desk.setCompany(AURORA, { dueDate: new Date('2026-03-05T17:08:00Z') });
    desk.setNow('2026-03-05T17:09:00Z');
    await sweep();
    await sweep();
    expect(desk.asked).toEqual(['start 1:1', 'stop 1:1']);
    expect((await statuses(AURORA))[1]).toBe('DISCONNECTED');

    await desk.setCompany(AURORA, { dueDate: null });
    await sweep();
    await sweep();
    expect(desk.asked.slice(2)).toEqual(['start 1:1']);
  });
});
