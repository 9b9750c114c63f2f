import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { connectionQueues, connections, sessionKeys } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { AppError, InvalidInput } from '@/kernel/errors.ts';
import { getConnection, listConnections } from './connections.queries.ts';
import { ConnectionInput, ConnectionPatch } from './connections.schema.ts';
import { createConnection, deleteConnection, updateConnection } from './connections.service.ts';
import { AURORA, BOREAL, type ConnectionsDesk, openDesk } from './desk.test-support.ts';

let desk: ConnectionsDesk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: AppError) => error.code,
  );
const names = async () =>
  (await listConnections(desk.ana.scope)).map(({ name, isDefault }) => `${name}${isDefault ? '*' : ''}`);

describe('create', () => {
  test('the first is the default, later ones only when asked, and the former default hears of it', async () => {
    const first = await createConnection(desk.ana.scope, { name: 'Loja', isDefault: false });
    expect(first).toMatchObject({
      name: 'Loja',
      isDefault: true,
      status: 'OPENING',
      session: '',
      token: '',
      companyId: AURORA,
    });
    await createConnection(desk.ana.scope, { name: 'Fábrica' });
    expect(await names()).toEqual(['Loja*', 'Fábrica']);
    const heard = desk.hear(desk.ana);
    await createConnection(desk.ana.scope, { name: 'Oficina', isDefault: true, greetingMessage: 'Olá' });
    await desk.kernel.bus.idle();
    expect(await names()).toEqual(['Loja', 'Fábrica', 'Oficina*']);
    expect(
      heard.map(({ channel, data }) => [channel, (data as { whatsapp: { name: string } }).whatsapp.name]),
    ).toEqual([
      ['whatsapp', 'Loja'],
      ['whatsapp', 'Oficina'],
    ]);
    expect(desk.asked).toEqual(['start 1:1', 'start 1:2', 'start 1:3']);
  });

  test('the plan sets the limit; a company without a plan has none', async () => {
    for (const name of ['Um', 'Dois', 'Três']) await createConnection(desk.ana.scope, { name });
    expect(await refusal(createConnection(desk.ana.scope, { name: 'Quatro' }))).toBe('ERR_LIMIT_REACHED');
    expect(await names()).toEqual(['Um*', 'Dois', 'Três']);
    for (const name of ['Um', 'Dois', 'Três', 'Quatro']) await createConnection(desk.davi.scope, { name });
    expect(await listConnections(desk.davi.scope)).toHaveLength(4);
  });

  test('names are unique in the company, whatever their case and accents, and free in another one', async () => {
    await createConnection(desk.ana.scope, { name: 'Fábrica' });
    const taken = createConnection(desk.ana.scope, { name: 'FABRICA' });
    expect(await taken.catch((error: InvalidInput) => error.fields)).toEqual({
      name: 'errors:ERR_WAPP_NAME_TAKEN',
    });
    expect(await refusal(createConnection(desk.davi.scope, { name: 'Fábrica' }))).toBe('done');
  });

  test('several queues need a greeting, and an unknown queue is refused; nothing is left behind', async () => {
    const queueIds = [
      await desk.addQueue(AURORA, 'Caixa', '#111111'),
      await desk.addQueue(AURORA, 'Entrega', '#222222'),
    ];
    expect(await refusal(createConnection(desk.ana.scope, { name: 'Loja', queueIds }))).toBe(
      'ERR_WAPP_GREETING_REQUIRED',
    );
    expect(await refusal(createConnection(desk.ana.scope, { name: 'Loja', queueIds: [99] }))).toBe(
      'ERR_NO_QUEUE_FOUND',
    );
    expect(await names()).toEqual([]);
    expect(desk.asked).toEqual([]);
    const view = await createConnection(desk.ana.scope, { name: 'Loja', queueIds, greetingMessage: 'Olá' });
    expect(view.queues.map(({ name, WhatsappQueue }) => [name, WhatsappQueue.queueId])).toEqual([
      ['Caixa', queueIds[0]],
      ['Entrega', queueIds[1]],
    ] as never);
  });

  test('keeps everything that the contract’s dialog sends, and gives it back', async () => {
    const transferQueueId = await desk.addQueue(AURORA, 'Depois', '#333333');
    const words = { complationMessage: 'Até logo', outOfHoursMessage: 'Fechado', ratingMessage: 'Que tal?' };
    const sent = { ...words, expiresInactiveMessage: 'Ainda aí?', timeToTransfer: '15', transferQueueId };
    const counts = { expiresTicket: '24', timeUseBotQueues: 5, maxUseBotQueues: '' };
    const input = ConnectionInput.parse({ name: 'Loja', ...sent, ...counts, session: 'x', promptId: null });
    const { id } = await createConnection(desk.ana.scope, input);
    const kept = { ...sent, timeToTransfer: 15, expiresTicket: 24, timeUseBotQueues: 5, maxUseBotQueues: 3 };
    expect(await getConnection(desk.ana.scope, id)).toMatchObject(kept);
    const patch = ConnectionPatch.parse({ transferQueueId: '', ratingMessage: null });
    const changed = await updateConnection(desk.ana.scope, { connectionId: id, ...patch });
    expect(changed).toMatchObject({ ...kept, transferQueueId: null });
    const foreign = updateConnection(desk.ana.scope, { connectionId: id, transferQueueId: 99 });
    expect(await refusal(foreign)).toBe('ERR_NO_QUEUE_FOUND');
  });

  test('a session that cannot begin is shown as disconnected with a reason', async () => {
    desk.broken.add('1:1');
    const { id } = await createConnection(desk.ana.scope, { name: 'Loja' });
    const view = () => getConnection(desk.ana.scope, id);
    while ((await view()).status === 'OPENING') await new Promise(setImmediate);
    expect(await view()).toMatchObject({ status: 'DISCONNECTED', trouble: 'server' });
  });
});

describe('update', () => {
  test('what the form does not show stays', async () => {
    const queueId = await desk.addQueue(AURORA, 'Caixa', '#111111');
    const id = await desk.addConnection(AURORA, {
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
    const scope = await desk.system(AURORA);
    await scope.write((tx) => tx.db.insert(connectionQueues).values({ connectionId: id, queueId }));
    const before = await getConnection(desk.ana.scope, id);
    desk.setNow('2026-03-06T10:00:00Z');
    const after = await updateConnection(desk.ana.scope, {
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
    expect(desk.asked).toEqual([]);
  });

  test('the default moves to another, and is never given up', async () => {
    const first = await desk.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const second = await desk.addConnection(AURORA, { name: 'Fábrica' });
    const giveUp = (connectionId: number) =>
      updateConnection(desk.ana.scope, { connectionId, isDefault: false });
    expect(await refusal(giveUp(first))).toBe('ERR_NO_OTHER_WHATSAPP');
    expect(await refusal(giveUp(second))).toBe('done');
    await updateConnection(desk.ana.scope, { connectionId: second, isDefault: true });
    expect(await names()).toEqual(['Loja', 'Fábrica*']);
  });

  test('its own name is no other name; a second queue needs the greeting that is stored or sent', async () => {
    const id = await desk.addConnection(AURORA, { name: 'Loja', isDefault: true });
    await desk.addConnection(AURORA, { name: 'Fábrica' });
    expect(await refusal(updateConnection(desk.ana.scope, { connectionId: id, name: 'LOJA' }))).toBe('done');
    expect(await refusal(updateConnection(desk.ana.scope, { connectionId: id, name: 'fabrica' }))).toBe(
      'ERR_VALIDATION',
    );
    const queueIds = [
      await desk.addQueue(AURORA, 'A1', '#111111'),
      await desk.addQueue(AURORA, 'B2', '#222222'),
    ];
    expect(await refusal(updateConnection(desk.ana.scope, { connectionId: id, queueIds }))).toBe(
      'ERR_WAPP_GREETING_REQUIRED',
    );
    expect(
      await refusal(updateConnection(desk.ana.scope, { connectionId: id, queueIds, greetingMessage: 'Oi' })),
    ).toBe('done');
    expect(await refusal(updateConnection(desk.ana.scope, { connectionId: id, greetingMessage: '' }))).toBe(
      'ERR_WAPP_GREETING_REQUIRED',
    );
  });
});

describe('delete', () => {
  test('logs the phone out after the commit, forgets its credentials, and tells everybody', async () => {
    const id = await desk.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const scope = await desk.system(AURORA);
    await scope.write((tx) =>
      tx.db.insert(sessionKeys).values({ connectionId: id, key: 'creds', value: Buffer.from('x') }),
    );
    const heard = desk.hear(desk.bia);
    await deleteConnection(desk.ana.scope, { connectionId: id });
    await desk.kernel.bus.idle();
    expect(heard.map(({ channel, data }) => ({ channel, data }))).toEqual([
      { channel: 'whatsapp', data: { action: 'delete', whatsappId: id } },
    ]);
    expect(await scope.db.select().from(sessionKeys)).toEqual([]);
    expect(desk.asked).toEqual(['logout 1:1', 'stop 1:1']);
  });

  test('the default goes last', async () => {
    const first = await desk.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const second = await desk.addConnection(AURORA, { name: 'Fábrica' });
    const remove = (connectionId: number) => refusal(deleteConnection(desk.ana.scope, { connectionId }));
    expect(await remove(first)).toBe('ERR_NO_OTHER_WHATSAPP');
    expect(desk.asked).toEqual([]);
    expect(await remove(second)).toBe('done');
    expect(await remove(first)).toBe('done');
    expect(await remove(first)).toBe('ERR_NO_WAPP_FOUND');
  });
});

test('only administrators manage, and only their own company', async () => {
  const own = await desk.addConnection(AURORA, {
    name: 'Loja',
    isDefault: true,
    status: 'qrcode',
    qrcode: 'secret',
  });
  await desk.addConnection(BOREAL, { name: 'Norte', isDefault: true });
  const theirs = await desk.addConnection(BOREAL, { name: 'Sul' });
  for (const { scope } of [desk.rui, desk.bia]) {
    expect(await refusal(createConnection(scope, { name: 'Nova' }))).toBe('ERR_NO_PERMISSION');
    expect(await refusal(updateConnection(scope, { connectionId: own, name: 'Nova' }))).toBe(
      'ERR_NO_PERMISSION',
    );
    expect(await refusal(deleteConnection(scope, { connectionId: own }))).toBe('ERR_NO_PERMISSION');
    expect((await listConnections(scope)).map(({ name, qrcode }) => [name, qrcode])).toEqual([['Loja', '']]);
  }
  expect((await getConnection(desk.ana.scope, own)).qrcode).toBe('secret');
  expect(await refusal(updateConnection(desk.ana.scope, { connectionId: theirs, name: 'Minha' }))).toBe(
    'ERR_NO_WAPP_FOUND',
  );
  expect(await refusal(deleteConnection(desk.ana.scope, { connectionId: theirs }))).toBe('ERR_NO_WAPP_FOUND');
  const boreal = await desk.system(BOREAL);
  expect(await boreal.db.query.connections.findFirst({ where: eq(connections.id, theirs) })).toMatchObject({
    name: 'Sul',
  });
  expect(desk.asked).toEqual([]);
});
