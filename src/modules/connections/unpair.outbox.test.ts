import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sessionKeys } from '@db/tenant/schema/index.ts';
import { refusalOf } from '@test/support/refusal.ts';
import {
  disconnectConnection,
  renewConnection,
  requestPairingCode,
  restartAllConnections,
  startConnection,
} from './connection-sessions.service.ts';
import { startAllConnections } from './connections.jobs.ts';
import { listConnections } from './connections.queries.ts';
import { deleteConnection } from './connections.service.ts';
import { AURORA, type ConnectionsFixture, openApp } from './connections-fixture.test-support.ts';

let fixture: ConnectionsFixture;
let connectionId: number;
beforeEach(async () => {
  fixture = await openApp();
  const number = '5511999990000';
  connectionId = await fixture.addConnection(AURORA, { name: 'Loja', status: 'CONNECTED', number });
  const scope = await fixture.system(AURORA);
  const creds = { connectionId, key: 'creds', value: Buffer.of(1) };
  await scope.write((tx) => tx.db.insert(sessionKeys).values(creds));
  fixture.broken.add(`${AURORA}:${connectionId}`);
});
afterEach(() => fixture.close());

const idle = () => fixture.kernel.outbox.idle();
const statuses = async () =>
  (await listConnections(await fixture.system(AURORA))).map(({ status }) => status);

async function mended(): Promise<string[]> {
  fixture.broken.clear();
  fixture.asked.length = 0;
  fixture.kernel.outbox.wake(AURORA, `pairing:${connectionId}`);
  await idle();
  return fixture.asked;
}

describe('a pairing that could not be forgotten yet', () => {
  test('is not connected by the next start, and is forgotten later, once', async () => {
    await disconnectConnection(fixture.ana.scope, { connectionId });
    await idle();
    expect(fixture.asked).toEqual(['logout 1:1']);
    await startAllConnections(fixture.kernel);
    await restartAllConnections(fixture.ana.scope);
    expect(fixture.asked).toEqual(['logout 1:1']);
    expect(await statuses()).toEqual(['DISCONNECTED']);
    expect(await mended()).toEqual(['logout 1:1']);
    expect(await mended()).toEqual([]);
  });

  test('is replaced by a QR code only, when that was wanted', async () => {
    await renewConnection(fixture.ana.scope, { connectionId });
    await idle();
    await startAllConnections(fixture.kernel);
    expect(fixture.asked).toEqual(['renew 1:1']);
    expect(await mended()).toEqual(['renew 1:1']);
  });

  test('is forgotten before the connection is started again', async () => {
    await disconnectConnection(fixture.ana.scope, { connectionId });
    await idle();
    await startConnection(fixture.ana.scope, { connectionId });
    await idle();
    expect(fixture.asked).toEqual(['logout 1:1', 'renew 1:1']);
    expect(await mended()).toEqual(['renew 1:1']);
  });

  test('is forgotten by a pairing code, which stays', async () => {
    await disconnectConnection(fixture.ana.scope, { connectionId });
    await idle();
    const code = (number: string) => requestPairingCode(fixture.ana.scope, { connectionId, number });
    expect(await refusalOf(code('5511999990000'))).toContain('ERR_WAPP_NOT_INITIALIZED');
    await startAllConnections(fixture.kernel);
    expect(fixture.asked.filter((one) => one.startsWith('start'))).toEqual([]);
    fixture.broken.clear();
    await code('5511999990000');
    expect(await mended()).toEqual([]);
  });

  test('is no work any more once the connection is deleted', async () => {
    await renewConnection(fixture.ana.scope, { connectionId });
    await idle();
    await deleteConnection(fixture.ana.scope, { connectionId });
    await idle();
    expect(await mended()).toEqual([]);
  });

  test('is not asked for a connection that was deleted meanwhile', async () => {
    const scope = await fixture.system(AURORA);
    const work = { connectionId: 999, command: 'renew' } as const;
    await scope.write((tx) => tx.kernel.outbox.add(tx, `pairing:${connectionId}`, 'connection.unpair', work));
    expect(await mended()).toEqual([]);
  });
});
