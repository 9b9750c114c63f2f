import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connectionQueues, connections, queues, userQueues, users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq, ne } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';

let app: TestApp;
let connectionId: number;
beforeAll(async () => {
  app = await createTestApp();
  connectionId = await addConnection(app, { name: 'Loja' });
});
afterAll(() => app.stop());

const change = async (work: (tx: Scope) => PromiseLike<unknown>) => (await app.systemScope()).write(work);
async function gaps(): Promise<Record<string, string>> {
  const { text } = await (await app.as('ana')).part('GET', '/first-steps');
  const found = [...text.matchAll(/<li data-gap="(\w+)">(.*?)<\/li>/gs)];
  return Object.fromEntries(found.map(([, key, words = '']) => [key, words.replace(/<[^>]*>/g, '')]));
}

async function linkOf(gap: string): Promise<string | undefined> {
  const { text } = await (await app.as('ana')).part('GET', '/first-steps');
  return new RegExp(`<li data-gap="${gap}">.*?href="(.*?)"`, 's').exec(text)?.[1];
}

test('reports a queue until a connection offers it', async () => {
  expect((await gaps()).queue).toMatch(/Vendas/);
  const all = await (await app.systemScope()).db.select({ id: queues.id }).from(queues);
  await change((tx) =>
    tx.db.insert(connectionQueues).values(all.map(({ id }) => ({ connectionId, queueId: id }))),
  );
  expect((await gaps()).queue).toBeUndefined();
});

test('reports an agent without a queue and warns on save', async () => {
  const bia = app.people.userId.bia;
  await change((tx) => tx.db.delete(userQueues).where(eq(userQueues.userId, bia)));
  expect((await gaps()).agent).toMatch(/Bia/);
  expect(await linkOf('agent')).toBe('/users?queueId=none');
  const saved = async (form: Record<string, string>) =>
    (await (await app.as('ana')).part('PUT', `/users/${bia}`, form)).headers.get('HX-Trigger') ?? '';
  expect(JSON.parse(await saved({ name: 'Bia' }))).toMatchObject({
    toast: { level: 'warning', text: expect.stringContaining('Sem fila, Bia não vê quem está aguardando') },
  });
  expect(JSON.parse(await saved({ name: 'Bia', queueIds: String(app.people.queueId.Vendas) }))).toMatchObject(
    {
      toast: { level: 'success' },
    },
  );
  expect((await gaps()).agent ?? '').not.toMatch(/Bia/);
  await change((tx) => tx.db.update(users).set({ allTicket: true }));
  expect((await gaps()).agent).toBeUndefined();
});

test('reports a connection without an out-of-hours message while the company has hours', async () => {
  expect((await gaps()).absence).toBeUndefined();
  await changeSetting(await app.systemScope(), { key: 'scheduleType', value: 'company' });
  expect((await gaps()).absence).toMatch(/Loja/);
  await change((tx) => tx.db.update(connections).set({ outOfHoursMessage: 'Voltamos às 8h.' }));
  expect((await gaps()).absence).toBeUndefined();
});

test('reports a queue without an out-of-hours message while hours are by queue, and the set-up path fills it', async () => {
  await changeSetting(await app.systemScope(), { key: 'scheduleType', value: 'queue' });
  await change((tx) =>
    tx.db.update(queues).set({ outOfHoursMessage: 'Até já.' }).where(ne(queues.name, 'Vendas')),
  );
  expect((await gaps()).absence).toBeUndefined();
  expect((await gaps()).queueAbsence).toMatch(/à fila Vendas fora/);
  expect(await linkOf('queueAbsence')).toBe('/queues');
  const form = { greetingMessage: 'Olá!', scheduleType: 'queue', outOfHoursMessage: 'Amanhã.' };
  await (await app.as('ana')).part('PUT', '/first-steps/texts', form);
  expect((await gaps()).queueAbsence).toBeUndefined();
  const texts = await (await app.systemScope()).db.select({ text: queues.outOfHoursMessage }).from(queues);
  expect(new Set(texts.map(({ text }) => text))).toEqual(new Set(['Amanhã.', 'Até já.']));
  await changeSetting(await app.systemScope(), { key: 'scheduleType', value: 'company' });
});

test('leads to the form that closes the gap: of the main connection on the set-up path', async () => {
  const silence = (outOfHoursMessage: string, name: string) =>
    change((tx) => tx.db.update(connections).set({ outOfHoursMessage }).where(eq(connections.name, name)));
  await addConnection(app, { name: 'Filial' });
  await silence('', 'Loja');
  expect(await linkOf('absence')).toBe('/first-steps?step=texts');
  await silence('Voltamos às 8h.', 'Loja');
  await silence('', 'Filial');
  expect(await linkOf('absence')).toBe('/connections');
  await change((tx) => tx.db.delete(connections).where(eq(connections.name, 'Filial')));
});

test('reports a connection with several queues until customers who choose none are transferred', async () => {
  await change((tx) => tx.db.update(connections).set({ transferQueueId: null, timeToTransfer: null }));
  expect((await gaps()).transfer).toMatch(/Loja/);
  const transferQueueId = app.people.queueId.Vendas;
  await change((tx) => tx.db.update(connections).set({ transferQueueId }));
  expect((await gaps()).transfer).toMatch(/Loja/);
  await change((tx) => tx.db.update(connections).set({ timeToTransfer: 30 }));
  expect((await gaps()).transfer).toBeUndefined();
  await change((tx) => tx.db.update(connections).set({ transferQueueId: null }));
  await change((tx) => tx.db.delete(connectionQueues).where(ne(connectionQueues.queueId, transferQueueId)));
  expect((await gaps()).transfer).toBeUndefined();
});

test('shows setup gaps only to administrators of the company', async () => {
  expect((await (await app.as('bia')).part('GET', '/first-steps')).text).not.toContain('setup-gaps-title');
  expect((await (await app.as('davi')).part('GET', '/first-steps')).text).not.toContain('Loja');
});
