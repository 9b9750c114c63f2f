import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { SessionState } from '@/whatsapp/port.ts';
import { recordSessionState } from './connection-sessions.service.ts';
import { listConnections } from './connections.queries.ts';
import { AURORA, BOREAL, type ConnectionsFixture, openApp } from './connections-fixture.test-support.ts';

let fixture: ConnectionsFixture;
beforeEach(async () => {
  fixture = await openApp();
});
afterEach(() => fixture.close());

const NUMBER = '5511999990000';
const OPEN: SessionState = {
  status: 'CONNECTED',
  qrcode: '',
  pairingCode: '',
  retries: 0,
  trouble: null,
  number: NUMBER,
};

describe('a number that another connection has', () => {
  const both = async () =>
    (await listConnections(await fixture.system(AURORA))).map(({ status, trouble, number }) => [
      status,
      trouble,
      number,
    ]);

  test.each(['CONNECTED', 'TIMEOUT', 'OPENING'] as const)(
    'is unlinked when that one is %s',
    async (status) => {
      await fixture.addConnection(AURORA, { name: 'Loja', status, number: NUMBER });
      const id = await fixture.addConnection(AURORA, { name: 'Oficina', status: 'PAIRING' });
      await fixture.addConnection(BOREAL, { name: 'Norte', status: 'CONNECTED', number: NUMBER });
      await recordSessionState(await fixture.system(AURORA), id, OPEN);
      expect(await both()).toEqual([
        [status, null, NUMBER],
        ['DISCONNECTED', 'duplicate', null],
      ]);
      await fixture.kernel.outbox.idle();
      expect(fixture.asked).toEqual(['logout 1:2 duplicate']);
      const page = await (await fixture.ask(fixture.ana, 'GET', '/connections')).text();
      expect(page).toContain('Este número já está conectado em outra conexão da empresa.');
    },
  );

  test('is taken over from one that is disconnected, and the old pairing is forgotten', async () => {
    await fixture.addConnection(AURORA, { name: 'Loja', trouble: 'replaced', number: NUMBER });
    const id = await fixture.addConnection(AURORA, { name: 'Oficina', status: 'PAIRING' });
    await recordSessionState(await fixture.system(AURORA), id, OPEN);
    expect(await both()).toEqual([
      ['DISCONNECTED', 'duplicate', null],
      ['CONNECTED', null, NUMBER],
    ]);
    await fixture.kernel.outbox.idle();
    expect(fixture.asked).toEqual(['logout 1:1 duplicate']);
  });

  test('remains on the first to reconnect of two that an earlier version paired', async () => {
    const first = await fixture.addConnection(AURORA, { name: 'Loja', status: 'OPENING', number: NUMBER });
    const second = await fixture.addConnection(AURORA, {
      name: 'Oficina',
      status: 'OPENING',
      number: NUMBER,
    });
    const scope = await fixture.system(AURORA);
    await Promise.all([recordSessionState(scope, second, OPEN), recordSessionState(scope, first, OPEN)]);
    expect(await both()).toEqual([
      ['DISCONNECTED', 'duplicate', null],
      ['CONNECTED', null, NUMBER],
    ]);
  });
});
