import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { companies, plans } from '@db/platform/schema/index.ts';
import {
  connectionQueues,
  connections,
  queueOptions,
  queues,
  tickets,
  userQueues,
} from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { fillCompany } from '@test/support/fixtures.ts';
import { inbound } from '@test/support/inbound.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { getOption, listOptions, listOptionTrees } from './options/queue-options.queries.ts';
import {
  createOption,
  deleteOption,
  moveOption,
  setOptionMedia,
  updateOption,
} from './options/queue-options.service.ts';
import { countUse } from './queue-use.queries.ts';
import { createQueue, deleteQueue, setQueueMedia } from './queues.service.ts';

let testApp: TestApp;
let scope: Scope;
let queueId: number;

beforeEach(async () => {
  testApp = await createTestApp();
  scope = await testApp.scopeOf('ana');
  queueId = testApp.people.queueId.Vendas;
});
afterEach(() => testApp.stop());

const add = (title: string, parentId?: number) => createOption(scope, { queueId, title, parentId });
const titles = async (parentId = -1) =>
  (await listOptions(scope, { queueId, parentId })).map(({ option, title }) => `${option} ${title}`);

async function saveFile(): Promise<{ key: string; name: string; mime: string; path: string }> {
  const { key, path } = await testApp.kernel.storage.save(scope.companyId, new Blob(['tabela']), 'txt');
  return { key, path, name: 'tabela.txt', mime: 'text/plain' };
}

describe('listOptionTrees', () => {
  type Trees = Awaited<ReturnType<typeof listOptionTrees>>;
  const shape = (trees: Trees): string =>
    trees.map(({ title, children }) => title + (children.length > 0 ? `(${shape(children)})` : '')).join(' ');

  test('returns options with nested children in menu order', async () => {
    const net = await add('Internet');
    const slow = await add('Lenta', net.id);
    await add('Parada', net.id);
    await add('Modem', slow.id);
    await add('Telefone');
    const all = 'Internet(Lenta(Modem) Parada) Telefone';
    expect(shape(await listOptionTrees(scope, { queueId, parentId: -1 }))).toBe(all);
    expect(shape(await listOptionTrees(scope, { parentId: net.id }))).toBe('Lenta(Modem) Parada');
    expect(shape([await getOption(scope, slow.id)])).toBe('Lenta(Modem)');
    const flat = await listOptionTrees(scope, { queueId });
    expect(flat).toHaveLength(5);
    expect(flat.every(({ children }) => children.length === 0)).toBe(true);
    const other = testApp.people.queueId.Suporte;
    expect(await listOptionTrees(scope, { queueId: other, parentId: -1 })).toEqual([]);
  });
});

describe('plan limit', () => {
  test('restricts the number of queues of a company', async () => {
    const { db } = testApp.kernel.platform;
    const [plan] = await db
      .insert(plans)
      .values({ name: 'Três', users: 9, connections: 9, queues: 3, value: 0 })
      .returning();
    await testApp.kernel.platform.write((tx) =>
      tx.update(companies).set({ planId: plan?.id }).where(eq(companies.id, scope.companyId)),
    );
    await createQueue(scope, { name: 'Terceira', color: '#111111' });
    await expect(createQueue(scope, { name: 'Quarta', color: '#222222' })).rejects.toMatchObject({
      code: 'ERR_LIMIT_REACHED',
      details: { limit: 3 },
    });
    expect(await scope.db.$count(queues)).toBe(3);
  });
});

describe('deleting a queue', () => {
  test('removes it from tickets, connections and users, and publishes changes', async () => {
    const fixtures = await fillCompany(testApp, { company: 'aurora', queueId, mark: 'um' });
    const { ticketId, connectionId } = fixtures;
    await scope.write(async (tx) => {
      await tx.db.update(tickets).set({ queueId, chatbot: true }).where(eq(tickets.id, ticketId));
      await tx.db.update(connections).set({ transferQueueId: queueId });
    });
    expect(await countUse(scope, queueId)).toEqual({ tickets: 2, connections: 1, people: 2, options: 1 });
    const received = await testApp.listenAs('ana');

    await deleteQueue(scope, { queueId });
    await testApp.settle();

    const ticket = await scope.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) });
    expect(ticket).toMatchObject({ queueId: null, status: 'pending', chatbot: false, queueOptionId: null });
    const line = await scope.db.query.connections.findFirst({ where: eq(connections.id, connectionId) });
    expect(line?.transferQueueId).toBeNull();
    expect(await scope.db.$count(connectionQueues)).toBe(0);
    expect(await scope.db.$count(userQueues, eq(userQueues.queueId, queueId))).toBe(0);
    expect(await scope.db.$count(queueOptions)).toBe(0);
    expect(received.map(({ channel, data }) => `${channel} ${(data as { action: string }).action}`)).toEqual(
      expect.arrayContaining(['ticket update', 'queue delete', 'whatsapp update', 'user update']),
    );
    expect(received.find(({ channel }) => channel === 'queue')?.data).toEqual({ action: 'delete', queueId });
  });

  test('hides its tickets from its agents immediately, also on open pages', async () => {
    const fixtures = await fillCompany(testApp, { company: 'aurora', queueId, mark: 'um' });
    await scope.write((tx) =>
      tx.db.update(tickets).set({ queueId }).where(eq(tickets.id, fixtures.ticketId)),
    );
    const bia = await testApp.as('bia');
    const read = () => bia.json('GET', `/tickets/${fixtures.ticketId}`);
    expect((await read()).status).toBe(200);
    const received = await testApp.listenAs('bia');
    await deleteQueue(scope, { queueId });
    await testApp.settle();
    expect((await read()).status).toBe(404);
    const before = received.length;
    await testApp.listener.onMessages({ companyId: scope.companyId, connectionId: fixtures.connectionId }, [
      inbound({ id: 'LATER', text: 'ainda aí?' }),
    ]);
    await testApp.settle();
    const others = received.slice(before).filter(({ channel }) => channel !== 'queue' && channel !== 'user');
    expect(others).toEqual([]);
  });

  test('deletes the files of the queue and its options', async () => {
    const [own, below] = [await saveFile(), await saveFile()];
    await setQueueMedia(scope, { queueId, media: own });
    const { id } = await add('Preços');
    await setOptionMedia(scope, { queueOptionId: id, media: below });
    await deleteQueue(scope, { queueId });
    await until('the files are gone', () => !existsSync(own.path) && !existsSync(below.path));
  });
});

describe('queue options', () => {
  test('are sorted numerically, 10 after 9', async () => {
    for (let n = 1; n <= 11; n += 1) await add(`Item ${n}`);
    expect((await titles()).slice(8)).toEqual(['9 Item 9', '10 Item 10', '11 Item 11']);
  });

  test('are moved and renumbered among siblings only', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    await add('A1', a.id);
    await moveOption(scope, { queueOptionId: c.id, beforeId: a.id });
    expect(await titles()).toEqual(['1 C', '2 A', '3 B']);
    await moveOption(scope, { queueOptionId: a.id, beforeId: null });
    expect(await titles()).toEqual(['1 C', '2 B', '3 A']);
    await moveOption(scope, { queueOptionId: b.id, beforeId: b.id });
    expect(await titles()).toEqual(['1 C', '2 B', '3 A']);
    expect(await titles(a.id)).toEqual(['1 A1']);
  });

  test('are deleted with children and files, and siblings renumbered', async () => {
    const [a] = [await add('A'), await add('B')];
    const below = await add('A1', a.id);
    const deep = await add('A1a', below.id);
    const file = await saveFile();
    await setOptionMedia(scope, { queueOptionId: deep.id, media: file });
    await deleteOption(scope, { queueOptionId: a.id });
    expect(await titles()).toEqual(['1 B']);
    expect(await scope.db.$count(queueOptions)).toBe(1);
    await until('its file is gone', () => !existsSync(file.path));
  });

  test('cannot take over a sibling’s number', async () => {
    const [, b] = [await add('A'), await add('B')];
    expect(await updateOption(scope, { queueOptionId: b.id, option: '1' })).toMatchObject({ option: '2' });
    expect(await createOption(scope, { queueId, title: 'C', option: '1' })).toMatchObject({ option: '3' });
  });

  test('cannot have a parent in another queue', async () => {
    const { id } = await createOption(scope, { queueId: testApp.people.queueId.Suporte, title: 'Alheia' });
    await expect(add('Aqui', id)).rejects.toMatchObject({ code: 'ERR_NO_QUEUE_OPTION_FOUND' });
  });

  test('replace their file and delete the former one', async () => {
    const { id } = await add('A');
    const [one, two] = [await saveFile(), await saveFile()];
    await setOptionMedia(scope, { queueOptionId: id, media: one });
    await setOptionMedia(scope, { queueOptionId: id, media: two });
    await until('the first is gone', () => !existsSync(one.path));
    expect(existsSync(two.path)).toBe(true);
  });
});
