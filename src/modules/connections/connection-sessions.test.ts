import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { outbox, sessionKeys } from '@db/tenant/schema/index.ts';
import { type AppError, InvalidInput } from '@/core/errors.ts';
import { TryLater } from '@/core/queue/outbox.ts';
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
import { AURORA, BOREAL, type ConnectionsFixture, openApp } from './connections-fixture.test-support.ts';

let fixture: ConnectionsFixture;
beforeEach(async () => {
  fixture = await openApp();
});
afterEach(() => fixture.close());

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
  const scope = await fixture.system(companyId);
  await scope.write((tx) =>
    tx.db.insert(sessionKeys).values({ connectionId, key: 'creds', value: Buffer.from('sealed') }),
  );
}

const statuses = async (companyId: number) =>
  (await listConnections(await fixture.system(companyId))).map(({ status }) => status);

describe('session state updates', () => {
  test('are stored and published, codes to administrators only', async () => {
    const id = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const [ana, bia, davi] = [
      fixture.published(fixture.ana),
      fixture.published(fixture.bia),
      fixture.published(fixture.davi),
    ];
    fixture.setNow('2026-03-06T10:00:00Z');
    const scope = await fixture.system(AURORA);
    await recordSessionState(scope, id, {
      ...OPEN,
      status: 'qrcode',
      qrcode: '2@abc',
      pairingCode: 'ABCD1234',
      retries: 2,
    });
    await fixture.kernel.bus.idle();
    const received = (data: unknown) => {
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
    const reported = {
      action: 'update',
      id,
      status: 'qrcode' as const,
      retries: 2,
      updatedAt: '2026-03-06T10:00:00.000Z',
      secret: '' as const,
    };
    expect(ana.map(({ data }) => received(data))).toEqual([
      { ...reported, qrcode: '2@abc', pairingCode: 'ABCD1234' },
    ]);
    expect(bia.map(({ data }) => received(data))).toEqual([
      { ...reported, qrcode: '', pairingCode: '', retries: 0 },
    ]);
    expect([...ana, ...bia].map(({ channel }) => channel)).toEqual(['whatsappSession', 'whatsappSession']);
    expect(davi).toEqual([]);
    expect(await getConnection(scope, id)).toMatchObject({
      status: 'qrcode',
      qrcode: '2@abc',
      number: '5511999990000',
    });
  });

  test('are ignored for a deleted connection', async () => {
    const received = fixture.published(fixture.ana);
    await recordSessionState(await fixture.system(AURORA), 99, OPEN);
    await fixture.kernel.bus.idle();
    expect(received).toEqual([]);
  });

  test('send only that connection’s waiting messages when it opens', async () => {
    const id = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const tried: string[] = [];
    let isOpen = false;
    fixture.kernel.outbox.handle('message.send', {
      async run(_scope, { queueKey }) {
        tried.push(queueKey);
        if (!isOpen) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true });
        return undefined;
      },
      async park() {},
    });
    const scope = await fixture.system(AURORA);
    await scope.write(async (tx) => {
      for (const queueKey of [`send:${id}:7`, `send:${id}0:7`]) {
        await tx.kernel.outbox.add(tx, queueKey, 'message.send', { messageId: 1 } as never);
      }
    });
    await fixture.kernel.outbox.idle();
    expect(tried.toSorted()).toEqual([`send:${id}0:7`, `send:${id}:7`]);
    isOpen = true;
    await recordSessionState(scope, id, { ...OPEN, status: 'TIMEOUT' });
    await fixture.kernel.outbox.idle();
    expect(tried).toHaveLength(2);
    await recordSessionState(scope, id, OPEN);
    await fixture.kernel.outbox.idle();
    expect(tried.slice(2)).toEqual([`send:${id}:7`]);
    expect(
      (await scope.db.select({ lane: outbox.queueKey }).from(outbox)).map(({ lane: queueKey }) => queueKey),
    ).toEqual([`send:${id}0:7`]);
  });
});

describe('session commands', () => {
  test('update the connection before calling WhatsApp', async () => {
    const id = await fixture.addConnection(AURORA, {
      name: 'Loja',
      isDefault: true,
      status: 'DISCONNECTED',
      trouble: 'qr_expired',
      retries: 3,
      number: '5511999990000',
    });
    await startConnection(fixture.ana.scope, { connectionId: id });
    expect(await getConnection(fixture.ana.scope, id)).toMatchObject({
      status: 'OPENING',
      trouble: null,
      retries: 0,
    });
    await renewConnection(fixture.ana.scope, { connectionId: id });
    await fixture.kernel.outbox.idle();
    expect(await statuses(AURORA)).toEqual(['OPENING']);
    await disconnectConnection(fixture.ana.scope, { connectionId: id });
    expect(await getConnection(fixture.ana.scope, id)).toMatchObject({
      status: 'DISCONNECTED',
      number: null,
    });
    await fixture.kernel.outbox.idle();
    expect(fixture.asked).toEqual(['start 1:1', 'renew 1:1', 'logout 1:1']);
  });

  test('restart all skips disconnected connections that are not paired', async () => {
    await fixture.addConnection(AURORA, { name: 'Aberta', isDefault: true, status: 'CONNECTED' });
    await fixture.addConnection(AURORA, { name: 'Parada' });
    await pair(AURORA, await fixture.addConnection(AURORA, { name: 'Pareada' }));
    await restartAllConnections(fixture.ana.scope);
    expect(await statuses(AURORA)).toEqual(['OPENING', 'DISCONNECTED', 'OPENING']);
    expect(fixture.asked).toEqual(['start 1:1', 'start 1:3']);
  });

  test('pairing code rejects a refused number as input, other failures as unavailable', async () => {
    const connectionId = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const ask = (number: string) => requestPairingCode(fixture.ana.scope, { connectionId, number });
    expect(await ask('5511999990000')).toBe('ABCD1234');
    expect(await ask('99900000000').catch((error) => error)).toBeInstanceOf(InvalidInput);
    fixture.broken.add('1:1');
    expect(await refusal(ask('5511999990000'))).toBe('ERR_WAPP_NOT_INITIALIZED');
  });

  test('are refused to everyone but the company’s administrators', async () => {
    const connectionId = await fixture.addConnection(AURORA, {
      name: 'Loja',
      isDefault: true,
      status: 'CONNECTED',
    });
    const commands = [startConnection, renewConnection, disconnectConnection];
    for (const { scope } of [fixture.rui, fixture.bia]) {
      for (const command of commands)
        expect(await refusal(command(scope, { connectionId }))).toBe('ERR_NO_PERMISSION');
      expect(await refusal(restartAllConnections(scope))).toBe('ERR_NO_PERMISSION');
      expect(await refusal(requestPairingCode(scope, { connectionId, number: '5511999990000' }))).toBe(
        'ERR_NO_PERMISSION',
      );
      expect(await refusal(recordSessionState(scope, connectionId, OPEN))).toBe('ERR_NO_PERMISSION');
    }
    for (const command of commands)
      expect(await refusal(command(fixture.davi.scope, { connectionId }))).toBe('ERR_NO_WAPP_FOUND');
    expect(
      await refusal(requestPairingCode(fixture.davi.scope, { connectionId, number: '5511999990000' })),
    ).toBe('ERR_NO_WAPP_FOUND');
    expect(await statuses(AURORA)).toEqual(['CONNECTED']);
    expect(fixture.asked).toEqual([]);
  });

  test('counts every connection in the menu that is not connected', async () => {
    const all = ['CONNECTED', 'qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'] as const;
    for (const status of all) await fixture.addConnection(AURORA, { name: status, status });
    expect(await countTroubled(fixture.bia.scope)).toBe(5);
    expect(await countTroubled(fixture.davi.scope)).toBe(0);
  });
});

describe('server start', () => {
  test('opens connected or paired connections and isolates failures', async () => {
    await fixture.addConnection(AURORA, { name: 'Aberta', isDefault: true, status: 'CONNECTED' });
    await fixture.addConnection(AURORA, { name: 'Com QR', status: 'qrcode', qrcode: 'old' });
    await fixture.addConnection(AURORA, { name: 'Parada' });
    await pair(AURORA, await fixture.addConnection(AURORA, { name: 'Pareada' }));
    await fixture.addConnection(BOREAL, { name: 'Norte', status: 'CONNECTED' });
    fixture.broken.add('1:2');
    await startAllConnections(fixture.kernel);
    expect(fixture.asked).toEqual(['start 1:1', 'start 1:2', 'start 1:4', 'start 2:1']);
    const aurora = await listConnections(await fixture.system(AURORA));
    expect(aurora.map(({ status, trouble, qrcode }) => [status, trouble, qrcode])).toEqual([
      ['OPENING', null, ''],
      ['DISCONNECTED', 'server', ''],
      ['DISCONNECTED', null, ''],
      ['OPENING', null, ''],
    ]);
  });

  test('skips blocked companies and continues after a broken database', async () => {
    await fixture.addConnection(AURORA, { name: 'Loja', status: 'CONNECTED' });
    await fixture.addConnection(BOREAL, { name: 'Norte', status: 'CONNECTED' });
    await fixture.setCompany(AURORA, { status: false });
    await startAllConnections(fixture.kernel);
    expect(fixture.asked).toEqual(['start 2:1']);

    await fixture.setCompany(AURORA, { status: true });
    const database = await fixture.kernel.tenants.open(AURORA);
    await database.client.execute('ALTER TABLE session_keys RENAME TO lost');
    await startAllConnections(fixture.kernel);
    expect(fixture.asked.slice(1)).toEqual(['start 2:1']);
  });

  test('sweep stops sessions when the subscription ends and restarts them after', async () => {
    await pair(
      AURORA,
      await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true, status: 'CONNECTED' }),
    );
    await fixture.addConnection(AURORA, { name: 'Sem sessão', status: 'qrcode' });
    const sweep = createSubscriptionSweep(fixture.kernel);
    await startConnection(fixture.ana.scope, { connectionId: 1 });
    fixture.whatsapp.become({ companyId: AURORA, connectionId: 1 });
    await sweep();
    expect(fixture.asked).toEqual(['start 1:1']);

    await fixture.setCompany(AURORA, { dueDate: new Date('2026-03-05T17:08:00Z') });
    fixture.setNow('2026-03-05T17:09:00Z');
    await sweep();
    await sweep();
    expect(fixture.asked).toEqual(['start 1:1', 'stop 1:1']);
    expect(await statuses(AURORA)).toEqual(['OPENING', 'qrcode']);

    await fixture.setCompany(AURORA, { dueDate: null });
    await sweep();
    await sweep();
    expect(fixture.asked.slice(2)).toEqual(['start 1:1', 'start 1:2']);
  });
});
