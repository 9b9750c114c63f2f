import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { createPlanner } from '@test/support/plans.ts';
import type { SessionState } from '@/whatsapp/port.ts';
import { recordSessionState } from '../connection-sessions.service.ts';
import { AURORA, BOREAL, type ConnectionsFixture, openApp } from '../connections-fixture.test-support.ts';
import { getConnectionHealth } from './connection-health.service.ts';

let fixture: ConnectionsFixture;
let loja: number;
beforeEach(async () => {
  fixture = await openApp();
  loja = await fixture.addConnection(AURORA, { name: 'Loja', status: 'CONNECTED', number: '5511999990000' });
});
afterEach(() => fixture.close());

const state = (status: SessionState['status']): SessionState => ({
  ...{ status, qrcode: '', pairingCode: '', retries: 0, trouble: null, number: '5511999990000' },
});
const becomes = async (...statuses: SessionState['status'][]) => {
  const scope = await fixture.system(AURORA);
  for (const status of statuses) await recordSessionState(scope, loja, state(status));
};
const health = async () => {
  const { id: _id, ...facts } = await getConnectionHealth(fixture.ana.scope, loja);
  return facts;
};

async function pass(list: [at: string, fromMe: boolean, connectionId?: number][]): Promise<void> {
  const scope = await fixture.system(AURORA);
  await scope.write(async (tx) => {
    const [contact] = await tx.db.insert(contacts).values({ name: 'Maria' }).returning();
    const chatId = contact?.id ?? 0;
    const [ticket] = await tx.db
      .insert(tickets)
      .values({ uuid: `t${chatId}`, contactId: chatId })
      .returning();
    for (const [n, [at, fromMe, connectionId = loja]] of list.entries())
      await tx.db.insert(messages).values({
        ...{ wid: `${chatId}-${n}`, ticketId: ticket?.id ?? 0, connectionId, chatId, author: 'me', fromMe },
        ...{ origin: fromMe ? 'agent' : 'customer', body: 'x', mediaType: 'conversation' },
        ...{ sentAt: new Date(at), createdAt: new Date(at), updatedAt: new Date(at) },
      });
  });
}

describe('today’s message counts', () => {
  test('start at midnight of the company’s time zone', async () => {
    fixture.setNow('2026-03-10T15:00:00Z');
    const other = await fixture.addConnection(AURORA, { name: 'Filial' });
    await pass([
      ['2026-03-10T02:59:59Z', false],
      ['2026-03-10T03:00:00Z', false],
      ['2026-03-10T14:00:00Z', false],
      ['2026-03-10T14:30:00Z', true],
      ['2026-03-10T14:45:00Z', true, other],
    ]);
    expect(await health()).toMatchObject({
      ...{ received: 2, sent: 1 },
      ...{ lastReceivedAt: '2026-03-10T14:00:00.000Z', lastSentAt: '2026-03-10T14:30:00.000Z' },
    });
  });

  test('cover 23 hours when the clock goes forward', async () => {
    fixture.kernel.config = { ...fixture.kernel.config, timeZone: 'America/New_York' };
    fixture.setNow('2026-03-08T20:00:00Z');
    await pass([
      ['2026-03-08T04:59:00Z', false],
      ['2026-03-08T05:00:00Z', false],
      ['2026-03-09T03:59:00Z', false],
      ['2026-03-09T04:00:00Z', false],
    ]);
    expect((await health()).received).toBe(2);
  });

  test('search one week back for the last message', async () => {
    fixture.setNow('2026-03-10T15:00:00Z');
    await pass([
      ['2026-03-05T15:00:00Z', false],
      ['2026-02-20T15:00:00Z', true],
    ]);
    expect(await health()).toMatchObject({
      ...{ lastReceivedAt: '2026-03-05T15:00:00.000Z', lastSentAt: null, received: 0, sent: 0 },
    });
  });
});

describe('reconnect count', () => {
  test('counts each return of the session and restarts daily', async () => {
    fixture.setNow('2026-03-10T23:00:00Z');
    await becomes('OPENING', 'CONNECTED', 'CONNECTED', 'TIMEOUT', 'CONNECTED');
    expect((await health()).reconnects).toBe(2);
    fixture.setNow('2026-03-11T02:59:00Z');
    expect((await health()).reconnects).toBe(2);
    fixture.setNow('2026-03-11T03:00:00Z');
    expect((await health()).reconnects).toBe(0);
    await becomes('OPENING', 'CONNECTED');
    expect((await health()).reconnects).toBe(1);
  });

  test('ignores pairings', async () => {
    await becomes('qrcode', 'CONNECTED', 'PAIRING', 'CONNECTED');
    loja = await fixture.addConnection(AURORA, { name: 'Nova', status: 'OPENING' });
    await becomes('CONNECTED');
    expect((await health()).reconnects).toBe(0);
  });
});

test('counts waiting and abandoned messages per connection', async () => {
  await pass([['2026-03-10T14:00:00Z', true]]);
  const scope = await fixture.system(AURORA);
  await scope.write((tx) => tx.db.update(messages).set({ error: 'ERR_SENDING_WAPP_MSG' }));
  const row = (queueKey: string, parkedAt: Date | null = null) => ({
    ...{ queueKey, kind: 'test.kept', payload: {}, dueAt: scope.now(), parkedAt },
  });
  await scope.write((tx) =>
    tx.db
      .insert(outbox)
      .values([
        row(`send:${loja}:1`),
        row(`send:${loja}:2`),
        row(`send:${loja}:2`, tx.now()),
        row(`send:${loja}0:1`),
        row(`media:${loja}:1`),
      ]),
  );
  expect(await health()).toMatchObject({ waiting: 2, givenUp: 1, status: 'CONNECTED', trouble: null });
});

test('is only available to administrators of the same company', async () => {
  const ask = async (who: 'ana' | 'rui' | 'bia', id: number) =>
    (await fixture.ask(fixture[who], 'GET', `/api/whatsapp/${id}/health`)).status;
  const norte = await fixture.addConnection(BOREAL, { name: 'Norte' });
  await fixture.addConnection(BOREAL, { name: 'Sul' });
  expect(norte).toBe(loja);
  expect([await ask('ana', loja), await ask('rui', loja), await ask('bia', loja)]).toEqual([200, 403, 403]);
  expect(await ask('ana', loja + 1)).toBe(404);
});

test('counts with index searches only', async () => {
  const planner = await createPlanner();
  // Warms the cache of the platform's rows: the planner knows only the company's tables.
  await health();
  const steps = await planner.stepsOf(() => health());
  planner.close();
  const of = (table: string) =>
    steps.map(({ detail }) => detail).filter((detail) => detail.includes(` ${table} `));
  const [failed, ...today] = of('messages').sort();
  expect(failed).toBe('SCAN messages USING INDEX messages_failed');
  expect(today).toHaveLength(2);
  for (const detail of today)
    expect(detail).toMatch(/^SEARCH messages USING COVERING INDEX messages_by_day \(created_at>\?/);
  expect(of('outbox')).toEqual([
    'SEARCH outbox USING COVERING INDEX outbox_work (parked_at=? AND lane>? AND lane<?)',
  ]);
});
