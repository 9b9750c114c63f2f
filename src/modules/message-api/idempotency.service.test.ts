import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { companies, plans } from '@db/platform/schema/index.ts';
import { apiCalls, idempotencyKeys } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import {
  type ApiFixture,
  createApiFixture,
  createSecondConnection,
  SOMEBODY,
  TEXT,
} from './api-fixture.test-support.ts';
import { once } from './idempotency.service.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await createApiFixture();
});
afterAll(() => api.testApp.stop());
beforeEach(async () => {
  await api.reset();
  await unlimited();
});

const KEY = { 'Idempotency-Key': 'pedido-42' };

async function limit(messagesPerMinute: number): Promise<void> {
  await api.testApp.kernel.platform.write(async (tx) => {
    const [plan] = await tx.insert(plans).values({ name: 'Poucas', messagesPerMinute }).returning();
    await tx.update(companies).set({ planId: plan?.id });
  });
}
const unlimited = () =>
  api.testApp.kernel.platform.write((tx) => tx.delete(plans).where(eq(plans.name, 'Poucas')));
const asked = { holder: 'connection:1', key: 'k', request: 'r' };

describe('idempotency key', () => {
  test('replays the first response and sends nothing twice', async () => {
    const first = await api.post(TEXT, KEY);
    const again = await api.post(TEXT, KEY);
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
    expect(api.sent()).toHaveLength(1);
    expect(await api.calls()).toHaveLength(1);
  });

  test('a repeated call spends nothing of the plan’s quota', async () => {
    await limit(2);
    const statuses = [];
    for (const key of ['a', 'a', 'a', 'b', 'c'])
      statuses.push((await api.post(TEXT, { 'Idempotency-Key': key })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  test('is refused for another body; calls without key each send', async () => {
    await api.post(TEXT, KEY);
    const other = await api.post({ ...TEXT, body: 'outra coisa' }, KEY);
    expect(other).toMatchObject({ status: 400, body: { error: 'ERR_KEY_OF_ANOTHER_CALL' } });
    await api.post(TEXT);
    await api.post(TEXT);
    expect(api.sent()).toHaveLength(3);
  });

  test('covers the bytes of files', async () => {
    const file = (text: string) => [new File([text], 'a.txt', { type: 'text/plain' })];
    const to = { number: SOMEBODY, body: 'x' };
    const statuses = [];
    for (const text of ['um', 'um', 'dois']) statuses.push((await api.upload(to, file(text), KEY)).status);
    expect(statuses).toEqual([200, 200, 400]);
    expect(await api.messages()).toHaveLength(1);
  });

  test('is refused while its first call is running', async () => {
    const replies = await Promise.all([api.post(TEXT, KEY), api.post(TEXT, KEY), api.post(TEXT, KEY)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(api.sent()).toHaveLength(1);
  });

  test('can be reused after a refused call', async () => {
    expect((await api.post({ ...TEXT, queueId: 99_999 }, KEY)).status).toBe(400);
    expect((await api.post(TEXT, KEY)).status).toBe(200);
  });

  test('belongs to one connection', async () => {
    await api.post(TEXT, KEY);
    const other = await createSecondConnection(api);
    expect((await api.post({ ...TEXT, body: 'de outra linha' }, KEY, other)).status).toBe(200);
  });

  test('must have 1 to 200 characters', async () => {
    for (const key of ['x'.repeat(201), ' '])
      expect((await api.post(TEXT, { 'Idempotency-Key': key })).status).toBe(400);
  });
});

describe('crash during a call', () => {
  test('before anything is stored lets the key be used again', async () => {
    await api.system.write((tx) => tx.db.insert(idempotencyKeys).values({ ...asked, createdAt: tx.now() }));
    const reported = await once(api.system, asked, async () => ({ status: 200, reply: '"feito"' }));
    expect(reported).toEqual({ status: 200, reply: '"feito"', isRepeated: false });
  });

  test('between storing and answering replays the stored answer', async () => {
    const dying = once(api.system, asked, async (store) => {
      await api.system.write((tx) => store(tx, { status: 200, reply: '"uma vez"' }));
      throw new Error('killed');
    });
    await expect(dying).rejects.toThrow('killed');
    const reported = await once(api.system, asked, () => expect.unreachable());
    expect(reported).toEqual({ status: 200, reply: '"uma vez"', isRepeated: true });
  });

  test('in the middle of a list sends only to the remaining numbers, within the quota', async () => {
    await limit(3);
    const body = { numbers: [SOMEBODY, '5511900005555'], body: 'oi' };
    await api.post(body, KEY);
    await api.system.write(async (tx) => {
      const rows = await tx.db.select().from(idempotencyKeys);
      expect(rows).toHaveLength(3);
      await tx.db.delete(idempotencyKeys);
      const [whole, first] = rows;
      for (const row of [{ ...whole, status: null, reply: null }, first])
        await tx.db.insert(idempotencyKeys).values(row as never);
    });
    expect(await api.post(body, KEY)).toMatchObject({ status: 200 });
    expect(api.testApp.whatsapp.sent.map(({ jid }) => jid)).toEqual([
      expect.stringContaining(SOMEBODY),
      expect.stringContaining('5511900005555'),
      expect.stringContaining('5511900005555'),
    ]);
  });
});

test('deletes calls after 30 days and idempotency keys after one', async () => {
  await api.post(TEXT, KEY);
  const rows = async () => [
    (await api.system.db.select().from(apiCalls)).length,
    (await api.system.db.select().from(idempotencyKeys)).length,
  ];
  api.testApp.clock.advance(2 * 86_400_000 + 1000);
  await api.jobs();
  expect(await rows()).toEqual([1, 0]);
  api.testApp.clock.advance(30 * 86_400_000);
  await api.jobs();
  expect(await rows()).toEqual([0, 0]);
});
