import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contactIdentities, contacts, tickets } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc, eq } from 'drizzle-orm';
import { createTicketFixture, type TicketFixture } from '@/modules/tickets/ticket-fixture.test-support.ts';

const OLD = '5511988887777';
const NEW = '5511977778888';

let it: TicketFixture;
let maria: number;

beforeAll(async () => {
  it = await createTicketFixture();
});
afterAll(() => it.testApp.stop());
beforeEach(async () => {
  await it.reset();
  maria = (await it.row()).contactId;
  it.testApp.whatsapp.checked.length = 0;
});

const call = async (who: PersonName, method: string, path: string, body?: unknown) =>
  (await it.testApp.as(who)).json<{ error?: string }>(method, path, body);
const renumber = (who: PersonName, number = NEW) => call(who, 'PUT', `/contacts/${maria}`, { number });
const block = (who: PersonName, blocked = true) => call(who, 'POST', `/contacts/${maria}/block`, { blocked });
const change = (to: Partial<typeof tickets.$inferInsert>) =>
  it.system.write((tx) => tx.db.update(tickets).set(to).where(eq(tickets.contactId, maria)));
async function status() {
  const [row] = await it.system.db.select().from(contacts).where(eq(contacts.id, maria));
  const addresses = await it.system.db
    .select({ jid: contactIdentities.jid })
    .from(contactIdentities)
    .where(eq(contactIdentities.contactId, maria))
    .orderBy(asc(contactIdentities.jid));
  return { number: row?.number, isBlocked: row?.isBlocked, jids: addresses.map(({ jid }) => jid) };
}
const REFUSED = { status: 403, body: { error: 'ERR_CONTACT_OF_OTHERS' } };

describe('user who cannot see the conversation', () => {
  test('cannot change the number, and WhatsApp is not asked', async () => {
    const before = await status();
    expect(await renumber('caio')).toMatchObject(REFUSED);
    expect(await status()).toEqual(before);
    expect(it.testApp.whatsapp.checked).toEqual([]);
  });

  test('can neither block nor unblock the contact', async () => {
    expect(await block('caio')).toMatchObject(REFUSED);
    expect(await status()).toMatchObject({ isBlocked: false });
    expect((await block('bia')).status).toBe(200);
    expect(await block('caio', false)).toMatchObject(REFUSED);
    expect(await status()).toMatchObject({ isBlocked: true });
  });

  test('sees the reason beside the number and in a toast', async () => {
    const caio = await it.testApp.as('caio');
    const form = await caio.part('PUT', `/contacts/${maria}`, { name: 'Maria', number: NEW, email: '' });
    expect([form.status, form.text]).toEqual([422, expect.stringContaining('fila que você não vê')]);
    const toast = await caio.part('POST', `/contacts/${maria}/block`, { blocked: 'true' });
    expect(toast.status).toBe(403);
    expect(toast.headers.get('HX-Trigger')).toContain('fila que voc');
  });

  test('may still change name, e-mail and fields', async () => {
    const words = {
      name: 'Maria Souza',
      email: 'maria@example.com',
      extraInfo: [{ name: 'CPF', value: '1' }],
    };
    expect(await call('caio', 'PUT', `/contacts/${maria}`, { ...words, number: OLD })).toMatchObject({
      status: 200,
      body: { name: 'Maria Souza', number: OLD },
    });
  });

  test('cannot take the number by creating, merging or importing contacts', async () => {
    const before = await status();
    await call('caio', 'POST', '/contacts', { name: 'Maria Minha', number: OLD });
    const { body: own } = await call('caio', 'POST', '/contacts', { name: 'Comparsa', number: NEW });
    const ownId = (own as { id?: number }).id;
    expect(await call('caio', 'PUT', `/contacts/${ownId}`, { number: OLD })).toMatchObject({ status: 409 });
    for (const [keep, drop] of [
      [ownId, maria],
      [maria, ownId],
    ])
      expect((await call('caio', 'POST', '/contacts/merge', { keep, drop })).status).toBe(403);
    expect((await call('caio', 'DELETE', `/contacts/${maria}`)).status).toBe(403);
    const sheet = new FormData();
    sheet.set('file', new File([`nome;telefone;email\nMaria;${OLD};x@example.com`], 'x.csv'));
    await (await it.testApp.as('caio')).upload('/contacts/upload', sheet);
    await it.testApp.settle();
    expect(await status()).toEqual(before);
  });
});

describe('user who sees the conversation', () => {
  test.each(['bia', 'rui', 'ana'] as const)('%s may change the number and block', async (who) => {
    expect((await renumber(who)).status).toBe(200);
    expect((await block(who)).status).toBe(200);
    expect(await status()).toMatchObject({ number: NEW, isBlocked: true });
  });

  test('may change the number as assignee outside their queues', async () => {
    await change({ status: 'open', userId: it.testApp.people.userId.caio });
    expect((await renumber('caio')).status).toBe(200);
  });

  test('needs access to all active tickets of the contact', async () => {
    await change({ queueId: it.testApp.people.queueId.Suporte });
    const [one] = await it.system.db.select().from(tickets);
    const { id: _id, uuid: _uuid, connectionId: _line, ...rest } = one as typeof tickets.$inferSelect;
    await it.system.write((tx) =>
      tx.db
        .insert(tickets)
        .values({ ...rest, uuid: 'second', connectionId: null, queueId: it.testApp.people.queueId.Vendas }),
    );
    expect(await renumber('caio')).toMatchObject(REFUSED);
    expect(await renumber('bia')).toMatchObject(REFUSED);
  });
});

test('lets everyone change contacts without an active ticket', async () => {
  await change({ status: 'closed' });
  expect((await renumber('caio')).status).toBe(200);
  expect((await block('caio')).status).toBe(200);
  const { body } = await call('caio', 'POST', '/contacts', { name: 'João', number: '5521977776666' });
  const joao = (body as { id?: number }).id;
  expect((await call('caio', 'PUT', `/contacts/${joao}`, { number: '5521966665555' })).status).toBe(200);
});
