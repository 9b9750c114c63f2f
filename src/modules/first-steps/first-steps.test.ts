import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connections, queues, tickets, users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { eq, ne } from 'drizzle-orm';

const HOUR_MS = 3_600_000;

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await (await testApp.systemScope('boreal')).write((tx) => tx.db.delete(queues));
});
afterAll(() => testApp.stop());

const GAPS = /<div class="mt-4"><section aria-labelledby="setup-gaps-title".*?<\/section><\/div>/s;
const shown = async () =>
  (await (await testApp.as('davi')).part('GET', '/first-steps')).text.replace(GAPS, '');
const open = async () => [...(await shown()).matchAll(/id="first-step-(\w+)"/g)].map(([, key]) => key);
const inBoreal = async (work: (tx: Awaited<ReturnType<TestApp['systemScope']>>) => PromiseLike<unknown>) =>
  (await testApp.systemScope('boreal')).write(work);

test('shows first steps on the welcome page to administrators only, without another request', async () => {
  const position = 'id="first-step-connection"';
  expect((await (await testApp.as('ana')).page('/tickets')).text).not.toContain('hx-trigger="load');
  expect((await (await testApp.as('ana')).page('/')).text).toContain(position);
  expect((await (await testApp.as('ana')).page('/tickets')).text).toContain(position);
  expect((await (await testApp.as('ana')).part('GET', '/tickets')).text).toContain(position);
  for (const who of ['bia', 'rui'] as const) {
    expect((await (await testApp.as(who)).page('/tickets')).text).not.toContain(position);
    expect((await (await testApp.as(who)).part('GET', '/tickets')).text).not.toContain(position);
  }
});

test('completes each step by existing data and hides when all are done', async () => {
  expect(await open()).toEqual(['connection', 'queue', 'person', 'answer']);
  expect(await shown()).toContain('href="/first-steps?step=number"');
  const connectionId = await addConnection(testApp, { company: 'boreal', name: 'Linha' });
  await inBoreal((tx) => tx.db.update(connections).set({ status: 'qrcode' }));
  expect(await open()).toContain('connection');
  await inBoreal((tx) => tx.db.update(connections).set({ status: 'CONNECTED' }));
  expect(await open()).toEqual(['queue', 'person', 'answer']);
  await inBoreal((tx) => tx.db.insert(queues).values({ name: 'Geral', color: '#123456' }));
  expect(await open()).toEqual(['person', 'answer']);
  const eva = { name: 'Eva', email: 'eva@boreal.test', passwordHash: '-', profile: 'user' as const };
  await inBoreal((tx) => tx.db.insert(users).values({ ...eva, disabledAt: tx.now() }));
  expect(await open()).toEqual(['person', 'answer']);
  await inBoreal((tx) => tx.db.update(users).set({ disabledAt: null }).where(eq(users.name, 'Eva')));
  expect(await open()).toEqual(['answer']);
  const target = { companyId: testApp.people.companyId.boreal, connectionId };
  await testApp.listener.onMessages(target, [inbound({ from: MARIA, text: 'oi' })]);
  expect(await open()).toEqual(['answer']);
  const [ticket] = await (await testApp.systemScope('boreal')).db.select().from(tickets);
  await (await testApp.as('davi')).json('PUT', `/tickets/${ticket?.id}`, { status: 'open' });
  expect(await open()).toEqual(['answer']);
  await (await testApp.as('davi')).json('POST', `/messages/${ticket?.id}`, { body: 'Bom dia!' });
  expect(await shown()).toBe('');
});

test('can be dismissed by each user separately', async () => {
  await inBoreal((tx) => tx.db.delete(users).where(ne(users.id, testApp.people.userId.davi)));
  expect(await open()).toEqual(['person']);
  const reply = await (await testApp.as('davi')).part('DELETE', '/first-steps');
  expect([reply.status, reply.text.replace(GAPS, '')]).toEqual([200, '']);
  expect(await shown()).toBe('');
  await (await testApp.as('davi')).part('DELETE', '/first-steps');
  expect(await shown()).toBe('');
  const aurora = (await (await testApp.as('ana')).part('GET', '/first-steps')).text;
  expect(aurora).toContain('first-step-connection');
});

test('an agent’s first day has five steps, done by their own actions, until all are or the agent hides them', async () => {
  const browser = await testApp.as('bia');
  const left = async () =>
    [...(await browser.part('GET', '/first-steps')).text.matchAll(/id="first-day-(\w+)"/g)].map(
      ([, key]) => key,
    );
  expect((await browser.page('/tickets')).text).toContain('Seu primeiro dia');
  expect(await left()).toEqual(['accept', 'reply', 'transfer', 'snooze', 'resolve']);
  const { companyId, queueId, userId } = testApp.people;
  const connectionId = await addConnection(testApp, { name: 'Dia' });
  await testApp.listener.onMessages({ companyId: companyId.aurora, connectionId }, [
    inbound({ from: MARIA, text: 'oi' }),
  ]);
  const scope = await testApp.systemScope();
  const ticket = await scope.db.query.tickets.findFirst();
  const path = `/tickets/${ticket?.id}`;
  await (await testApp.as('ana')).json('PUT', path, { queueId: queueId.Vendas });
  await browser.json('PUT', path, { status: 'open' });
  expect(await left()).toEqual(['reply', 'transfer', 'snooze', 'resolve']);
  await browser.json('POST', `/messages/${ticket?.id}`, { body: 'Bom dia!' });
  await browser.json('POST', `${path}/snooze`, {
    until: new Date(scope.now().getTime() + HOUR_MS).toISOString(),
  });
  expect(await left()).toEqual(['transfer', 'resolve']);
  await browser.json('PUT', path, { queueId: queueId.Suporte, userId: userId.bia, status: 'open' });
  await browser.json('PUT', path, { status: 'closed', userId: userId.bia });
  expect(await left()).toEqual([]);
  expect((await browser.page('/tickets')).text).not.toContain('Seu primeiro dia');
  const caio = await testApp.as('caio');
  expect((await caio.page('/tickets')).text).toContain('Seu primeiro dia');
  await caio.part('DELETE', '/first-steps');
  expect((await caio.page('/tickets')).text).not.toContain('Seu primeiro dia');
});
