import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { connectionQueues, connections, prompts, sessionKeys } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { AppError, InvalidInput } from '@/core/errors.ts';
import { getConnection, listConnections } from './connections.queries.ts';
import { ConnectionInput, ConnectionPatch } from './connections.schema.ts';
import { createConnection, deleteConnection, updateConnection } from './connections.service.ts';
import { AURORA, BOREAL, type ConnectionsFixture, openApp } from './connections-fixture.test-support.ts';

let fixture: ConnectionsFixture;
beforeEach(async () => {
  fixture = await openApp();
});
afterEach(() => fixture.close());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: AppError) => error.code,
  );
const names = async () =>
  (await listConnections(fixture.ana.scope)).map(({ name, isDefault }) => `${name}${isDefault ? '*' : ''}`);

describe('createConnection', () => {
  test('makes the first connection the default, and publishes a change of default', async () => {
    const first = await createConnection(fixture.ana.scope, { name: 'Loja', isDefault: false });
    expect(first).toMatchObject({
      name: 'Loja',
      isDefault: true,
      status: 'OPENING',
      session: '',
      token: '',
      companyId: AURORA,
    });
    await createConnection(fixture.ana.scope, { name: 'Fábrica' });
    expect(await names()).toEqual(['Loja*', 'Fábrica']);
    const received = fixture.published(fixture.ana);
    await createConnection(fixture.ana.scope, { name: 'Oficina', isDefault: true, greetingMessage: 'Olá' });
    await fixture.kernel.bus.idle();
    expect(await names()).toEqual(['Loja', 'Fábrica', 'Oficina*']);
    expect(
      received.map(({ channel, data }) => [channel, (data as { whatsapp: { name: string } }).whatsapp.name]),
    ).toEqual([
      ['whatsapp', 'Loja'],
      ['whatsapp', 'Oficina'],
    ]);
    expect(fixture.asked).toEqual(['start 1:1', 'start 1:2', 'start 1:3']);
  });

  test('enforces the plan’s limit, and none without a plan', async () => {
    for (const name of ['Um', 'Dois', 'Três']) await createConnection(fixture.ana.scope, { name });
    expect(await refusal(createConnection(fixture.ana.scope, { name: 'Quatro' }))).toBe('ERR_LIMIT_REACHED');
    expect(await names()).toEqual(['Um*', 'Dois', 'Três']);
    for (const name of ['Um', 'Dois', 'Três', 'Quatro']) await createConnection(fixture.davi.scope, { name });
    expect(await listConnections(fixture.davi.scope)).toHaveLength(4);
  });

  test('requires names unique per company, ignoring case and accents', async () => {
    await createConnection(fixture.ana.scope, { name: 'Fábrica' });
    const taken = createConnection(fixture.ana.scope, { name: 'FABRICA' });
    expect(await taken.catch((error: InvalidInput) => error.fields)).toEqual({
      name: 'errors:ERR_WAPP_NAME_TAKEN',
    });
    expect(await refusal(createConnection(fixture.davi.scope, { name: 'Fábrica' }))).toBe('done');
  });

  test('rejects several queues without greeting and unknown queues, storing nothing', async () => {
    const queueIds = [
      await fixture.addQueue(AURORA, 'Caixa', '#111111'),
      await fixture.addQueue(AURORA, 'Entrega', '#222222'),
    ];
    expect(await refusal(createConnection(fixture.ana.scope, { name: 'Loja', queueIds }))).toBe(
      'ERR_WAPP_GREETING_REQUIRED',
    );
    expect(await refusal(createConnection(fixture.ana.scope, { name: 'Loja', queueIds: [99] }))).toBe(
      'ERR_NO_QUEUE_FOUND',
    );
    expect(await names()).toEqual([]);
    expect(fixture.asked).toEqual([]);
    const view = await createConnection(fixture.ana.scope, {
      name: 'Loja',
      queueIds,
      greetingMessage: 'Olá',
    });
    expect(view.queues.map(({ name, WhatsappQueue }) => [name, WhatsappQueue.queueId])).toEqual([
      ['Caixa', queueIds[0]],
      ['Entrega', queueIds[1]],
    ] as never);
  });

  test('stores and returns everything the contract’s dialog sends', async () => {
    const transferQueueId = await fixture.addQueue(AURORA, 'Depois', '#333333');
    const words = { complationMessage: 'Até logo', outOfHoursMessage: 'Fechado', ratingMessage: 'Que tal?' };
    const sent = { ...words, expiresInactiveMessage: 'Ainda aí?', timeToTransfer: '15', transferQueueId };
    const counts = { expiresTicket: '24', timeUseBotQueues: 5, maxUseBotQueues: '' };
    const input = ConnectionInput.parse({ name: 'Loja', ...sent, ...counts, session: 'x', promptId: null });
    const { id } = await createConnection(fixture.ana.scope, input);
    const saved = { ...sent, timeToTransfer: 15, expiresTicket: 24, timeUseBotQueues: 5, maxUseBotQueues: 3 };
    expect(await getConnection(fixture.ana.scope, id)).toMatchObject(saved);
    const patch = ConnectionPatch.parse({ transferQueueId: '', ratingMessage: null });
    const changed = await updateConnection(fixture.ana.scope, { connectionId: id, ...patch });
    expect(changed).toMatchObject({ ...saved, transferQueueId: null });
    const foreign = updateConnection(fixture.ana.scope, { connectionId: id, transferQueueId: 99 });
    expect(await refusal(foreign)).toBe('ERR_NO_QUEUE_FOUND');
  });

  test('shows a session that cannot start as disconnected with a reason', async () => {
    fixture.broken.add('1:1');
    const { id } = await createConnection(fixture.ana.scope, { name: 'Loja' });
    const view = () => getConnection(fixture.ana.scope, id);
    while ((await view()).status === 'OPENING') await new Promise(setImmediate);
    expect(await view()).toMatchObject({ status: 'DISCONNECTED', trouble: 'server' });
  });
});

describe('updateConnection', () => {
  test('keeps fields the form does not show', async () => {
    const system = await fixture.system(AURORA);
    await system.write((tx) => tx.db.insert(prompts).values({ id: 7, name: 'Modelo', prompt: 'Responda.' }));
    const queueId = await fixture.addQueue(AURORA, 'Caixa', '#111111');
    const id = await fixture.addConnection(AURORA, {
      name: 'Loja',
      isDefault: true,
      complationMessage: 'Até logo',
      outOfHoursMessage: 'Fechado',
      ratingMessage: 'Nota?',
      expiresTicket: 4,
      promptId: 7,
      transferQueueId: queueId,
      greetingMessage: 'Olá',
      status: 'CONNECTED',
      number: '5511999990000',
    });
    const scope = await fixture.system(AURORA);
    await scope.write((tx) => tx.db.insert(connectionQueues).values({ connectionId: id, queueId }));
    const before = await getConnection(fixture.ana.scope, id);
    fixture.setNow('2026-03-06T10:00:00Z');
    const after = await updateConnection(fixture.ana.scope, {
      connectionId: id,
      name: 'Loja Centro',
      greetingMessage: 'Oi',
    });
    expect(after).toEqual({
      ...before,
      name: 'Loja Centro',
      greetingMessage: 'Oi',
      updatedAt: '2026-03-06T10:00:00.000Z',
    });
    expect(fixture.asked).toEqual([]);
  });

  test('moves the default but never removes it', async () => {
    const first = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const second = await fixture.addConnection(AURORA, { name: 'Fábrica' });
    const giveUp = (connectionId: number) =>
      updateConnection(fixture.ana.scope, { connectionId, isDefault: false });
    expect(await refusal(giveUp(first))).toBe('ERR_NO_OTHER_WHATSAPP');
    expect(await refusal(giveUp(second))).toBe('done');
    await updateConnection(fixture.ana.scope, { connectionId: second, isDefault: true });
    expect(await names()).toEqual(['Loja', 'Fábrica*']);
  });

  test('accepts its own name and requires a greeting for a second queue', async () => {
    const id = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
    await fixture.addConnection(AURORA, { name: 'Fábrica' });
    expect(await refusal(updateConnection(fixture.ana.scope, { connectionId: id, name: 'LOJA' }))).toBe(
      'done',
    );
    expect(await refusal(updateConnection(fixture.ana.scope, { connectionId: id, name: 'fabrica' }))).toBe(
      'ERR_VALIDATION',
    );
    const queueIds = [
      await fixture.addQueue(AURORA, 'A1', '#111111'),
      await fixture.addQueue(AURORA, 'B2', '#222222'),
    ];
    expect(await refusal(updateConnection(fixture.ana.scope, { connectionId: id, queueIds }))).toBe(
      'ERR_WAPP_GREETING_REQUIRED',
    );
    expect(
      await refusal(
        updateConnection(fixture.ana.scope, { connectionId: id, queueIds, greetingMessage: 'Oi' }),
      ),
    ).toBe('done');
    expect(
      await refusal(updateConnection(fixture.ana.scope, { connectionId: id, greetingMessage: '' })),
    ).toBe('ERR_WAPP_GREETING_REQUIRED');
  });
});

describe('deleteConnection', () => {
  test('logs out after the commit, deletes credentials and notifies everyone', async () => {
    const id = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const scope = await fixture.system(AURORA);
    await scope.write((tx) =>
      tx.db.insert(sessionKeys).values({ connectionId: id, key: 'creds', value: Buffer.from('x') }),
    );
    const received = fixture.published(fixture.bia);
    await deleteConnection(fixture.ana.scope, { connectionId: id });
    await fixture.kernel.bus.idle();
    expect(received.map(({ channel, data }) => ({ channel, data }))).toEqual([
      { channel: 'whatsapp', data: { action: 'delete', whatsappId: id } },
    ]);
    expect(await scope.db.select().from(sessionKeys)).toEqual([]);
    expect(fixture.asked).toEqual(['logout 1:1', 'stop 1:1']);
  });

  test('deletes the default only as the last connection', async () => {
    const first = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const second = await fixture.addConnection(AURORA, { name: 'Fábrica' });
    const remove = (connectionId: number) => refusal(deleteConnection(fixture.ana.scope, { connectionId }));
    expect(await remove(first)).toBe('ERR_NO_OTHER_WHATSAPP');
    expect(fixture.asked).toEqual([]);
    expect(await remove(second)).toBe('done');
    expect(await remove(first)).toBe('done');
    expect(await remove(first)).toBe('ERR_NO_WAPP_FOUND');
  });
});

test('allows only administrators of the same company to manage connections', async () => {
  const own = await fixture.addConnection(AURORA, {
    name: 'Loja',
    isDefault: true,
    status: 'qrcode',
    qrcode: 'secret',
  });
  await fixture.addConnection(BOREAL, { name: 'Norte', isDefault: true });
  const theirs = await fixture.addConnection(BOREAL, { name: 'Sul' });
  for (const { scope } of [fixture.rui, fixture.bia]) {
    expect(await refusal(createConnection(scope, { name: 'Nova' }))).toBe('ERR_NO_PERMISSION');
    expect(await refusal(updateConnection(scope, { connectionId: own, name: 'Nova' }))).toBe(
      'ERR_NO_PERMISSION',
    );
    expect(await refusal(deleteConnection(scope, { connectionId: own }))).toBe('ERR_NO_PERMISSION');
    expect((await listConnections(scope)).map(({ name, qrcode }) => [name, qrcode])).toEqual([['Loja', '']]);
  }
  expect((await getConnection(fixture.ana.scope, own)).qrcode).toBe('secret');
  expect(await refusal(updateConnection(fixture.ana.scope, { connectionId: theirs, name: 'Minha' }))).toBe(
    'ERR_NO_WAPP_FOUND',
  );
  expect(await refusal(deleteConnection(fixture.ana.scope, { connectionId: theirs }))).toBe(
    'ERR_NO_WAPP_FOUND',
  );
  const boreal = await fixture.system(BOREAL);
  expect(await boreal.db.query.connections.findFirst({ where: eq(connections.id, theirs) })).toMatchObject({
    name: 'Sul',
  });
  expect(fixture.asked).toEqual([]);
});
