import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test';
import { campaignShippings, campaigns, contactListItems, contactLists } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO, MARIA } from '@test/support/inbound.ts';
import { asc } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { Identity } from '@/whatsapp/port.ts';
import { countUnanswered, listUnanswered } from './unanswered.service.ts';

let testApp: TestApp;
let scope: Scope;
let campaignId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  scope = await testApp.systemScope();
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await scope.write(async (tx) => {
    for (const table of [campaigns, contactLists]) await tx.db.delete(table);
    const [row] = await tx.db.insert(campaigns).values({ name: 'Carnaval' }).returning({ id: campaigns.id });
    campaignId = row?.id ?? 0;
  });
});

type Shipping = Omit<typeof campaignShippings.$inferInsert, 'campaignId' | 'name' | 'number'>;
let next = 0;
const ship = (name: string, values: Shipping) => {
  next += 1;
  const number = `55119${80_000_000 + next}`;
  return scope.write((tx) => tx.db.insert(campaignShippings).values({ campaignId, name, number, ...values }));
};
const at = new Date('2026-03-10T12:00:00Z');
const contactOf = async ({ pn }: Identity) =>
  (await scope.db.query.contactIdentities.findFirst({ where: (t, { eq }) => eq(t.jid, pn ?? '') }))
    ?.contactId ?? 0;
const path = () => `/campaigns/${campaignId}/unanswered`;

test('creates a validated list of recipients who did not answer', async () => {
  await ship('Ana', { state: 'delivered', deliveredAt: at, email: 'ana@example.com' });
  await ship('Bruno', { state: 'delivered', deliveredAt: at, repliedAt: at });
  await ship('Carla', { state: 'failed' });
  await ship('Davi', { state: 'waiting' });
  await ship('Eva', { state: 'delivered', deliveredAt: at });
  const rui = await testApp.as('rui');
  const dialog = await rui.part('GET', path());
  expect(dialog.text).toContain('2 contatos receberam a mensagem');
  expect(dialog.text).toContain('value="Sem resposta: Carnaval"');
  const reply = await rui.part('POST', path(), { name: 'De novo' });
  const [list] = await scope.db.select().from(contactLists);
  expect(reply.headers.get('HX-Redirect')).toBe(`/contact-lists/${list?.id}/contacts`);
  const items = await scope.db.select().from(contactListItems).orderBy(asc(contactListItems.id));
  expect(items.map(({ name, email, isOnWhatsapp }) => [name, email, isOnWhatsapp])).toEqual([
    ['Ana', 'ana@example.com', true],
    ['Eva', '', true],
  ]);
});

test('refuses a taken name, an agent, another company and an unknown campaign', async () => {
  await ship('Ana', { state: 'delivered', deliveredAt: at });
  const rui = await testApp.as('rui');
  await rui.part('POST', path(), { name: 'De novo' });
  const taken = await rui.part('POST', path(), { name: 'DE NOVO' });
  expect(taken.status).toBe(422);
  expect(taken.text).toContain('Já existe uma lista com este nome.');
  expect((await (await testApp.as('bia')).part('POST', path(), { name: 'Minha' })).status).toBe(403);
  expect((await (await testApp.as('davi')).part('POST', path(), { name: 'Minha' })).status).toBe(404);
  expect((await rui.part('POST', '/campaigns/999/unanswered', { name: 'Minha' })).status).toBe(404);
  expect(await scope.db.select().from(contactLists)).toHaveLength(1);
});

test('explains when no recipient is left', async () => {
  await ship('Bruno', { state: 'delivered', deliveredAt: at, repliedAt: at });
  const { text } = await (await testApp.as('rui')).part('GET', path());
  expect(text).toContain('Todos que receberam a mensagem responderam');
  expect(text).not.toContain('name="name"');
});

test('leaves out who wrote later than a reply counts', async () => {
  const connectionId = await addConnection(testApp);
  const target = { companyId: scope.companyId, connectionId };
  await testApp.listener.onMessages(target, [inbound({ from: MARIA }), inbound({ from: JOAO })]);
  await testApp.listener.onMessages(target, [inbound({ from: JOAO, fromMe: true })]);
  const now = testApp.clock.now.getTime();
  const delivered = { state: 'delivered' } as const;
  const [before, after] = [new Date(now - 96 * 3_600_000), new Date(now + 1)];
  await ship('Maria', { ...delivered, deliveredAt: before, contactId: await contactOf(MARIA) });
  await ship('João', { ...delivered, deliveredAt: after, contactId: await contactOf(JOAO) });
  const rui = await testApp.as('rui');
  expect((await rui.part('GET', path())).text).toContain('1 contato recebeu a mensagem');
  await rui.part('POST', path(), { name: 'Silenciosos' });
  const items = await scope.db.select().from(contactListItems);
  expect(items.map(({ name }) => name)).toEqual(['João']);
});

test('reads a large campaign in slices, also past those who all wrote', async () => {
  const connectionId = await addConnection(testApp, { name: 'Filial' });
  await testApp.listener.onMessages({ companyId: scope.companyId, connectionId }, [inbound({ from: MARIA })]);
  const writer = await contactOf(MARIA);
  const shippings = Array.from({ length: 1_200 }, (_, n) => ({
    ...{ campaignId, name: `Pessoa ${n}`, number: `55119${70_000_000 + n}`, deliveredAt: at },
    ...{ state: 'delivered' as const, contactId: n < 600 ? writer : null },
  }));
  for (let start = 0; start < shippings.length; start += 400)
    await scope.write((tx) => tx.db.insert(campaignShippings).values(shippings.slice(start, start + 400)));
  const rui = await testApp.scopeOf('rui');
  const reads = spyOn(rui.slowDb, 'select');
  expect(await countUnanswered(rui, campaignId)).toBe(600);
  expect(reads.mock.calls.length).toBeGreaterThan(2);
  const { contactListId, count } = await listUnanswered(rui, { campaignId, name: 'Silenciosos' });
  expect(count).toBe(600);
  const items = await scope.db.select().from(contactListItems).orderBy(asc(contactListItems.id));
  expect(items.map(({ listId, name }) => [listId, name])).toEqual(
    shippings.slice(600).map(({ name }) => [contactListId, name]),
  );
});
