import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connections, queues, tickets, users } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { eq, ne } from 'drizzle-orm';

let desk: TestDesk;

beforeAll(async () => {
  desk = await createTestDesk();
  await (await desk.systemScope('boreal')).write((tx) => tx.db.delete(queues));
});
afterAll(() => desk.stop());

const GAPS = /<div class="mt-4"><section aria-labelledby="setup-gaps-title".*?<\/section><\/div>/s;
const shown = async () => (await (await desk.as('davi')).part('GET', '/first-steps')).text.replace(GAPS, '');
/** Steps that are not done are links. */
const open = async () => [...(await shown()).matchAll(/id="first-step-(\w+)"/g)].map(([, key]) => key);
const inBoreal = async (work: (tx: Awaited<ReturnType<TestDesk['systemScope']>>) => PromiseLike<unknown>) =>
  (await desk.systemScope('boreal')).write(work);

test('the welcome of an administrator asks for them, an agent’s does not', async () => {
  const place = 'hx-get="/first-steps"';
  expect((await (await desk.as('ana')).page('/tickets')).text).toContain(place);
  expect((await (await desk.as('ana')).part('GET', '/tickets')).text).toContain(place);
  for (const who of ['bia', 'rui'] as const) {
    expect((await (await desk.as(who)).page('/tickets')).text).not.toContain(place);
    expect((await (await desk.as(who)).part('GET', '/tickets')).text).not.toContain(place);
    expect((await (await desk.as(who)).part('GET', '/first-steps')).status).toBe(403);
  }
});

test('a step ticks itself off by what there is, and all of them go', async () => {
  expect(await open()).toEqual(['connection', 'queue', 'person', 'answer']);
  expect(await shown()).toContain('href="/connections"');
  const connectionId = await addConnection(desk, { company: 'boreal', name: 'Linha' });
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
  const target = { companyId: desk.cast.companyId.boreal, connectionId };
  await desk.listener.onMessages(target, [inbound({ from: MARIA, text: 'oi' })]);
  expect(await open()).toEqual(['answer']);
  const [ticket] = await (await desk.systemScope('boreal')).db.select().from(tickets);
  await (await desk.as('davi')).json('PUT', `/tickets/${ticket?.id}`, { status: 'open' });
  expect(await open()).toEqual(['answer']);
  await (await desk.as('davi')).json('POST', `/messages/${ticket?.id}`, { body: 'Bom dia!' });
  expect(await shown()).toBe('');
});

test('they are put away by each person for themself', async () => {
  await inBoreal((tx) => tx.db.delete(users).where(ne(users.id, desk.cast.userId.davi)));
  expect(await open()).toEqual(['person']);
  const reply = await (await desk.as('davi')).part('DELETE', '/first-steps');
  expect([reply.status, reply.text.replace(GAPS, '')]).toEqual([200, '']);
  expect(await shown()).toBe('');
  await (await desk.as('davi')).part('DELETE', '/first-steps');
  expect(await shown()).toBe('');
  const aurora = (await (await desk.as('ana')).part('GET', '/first-steps')).text;
  expect(aurora).toContain('first-step-connection');
});
