import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contactIdentities, contacts, tickets } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc, eq } from 'drizzle-orm';
import { createTicketDesk, type TicketDesk } from '@/modules/tickets/ticket-desk.test-support.ts';

const OLD = '5511988887777';
const NEW = '5511977778888';

let it: TicketDesk;
let maria: number;

beforeAll(async () => {
  it = await createTicketDesk();
});
afterAll(() => it.desk.stop());
beforeEach(async () => {
  await it.reset();
  maria = (await it.row()).contactId;
  it.desk.whatsapp.checked.length = 0;
});

const call = async (who: PersonName, method: string, path: string, body?: unknown) =>
  (await it.desk.as(who)).json<{ error?: string }>(method, path, body);
const renumber = (who: PersonName, number = NEW) => call(who, 'PUT', `/contacts/${maria}`, { number });
const block = (who: PersonName, blocked = true) => call(who, 'POST', `/contacts/${maria}/block`, { blocked });
const change = (to: Partial<typeof tickets.$inferInsert>) =>
  it.system.write((tx) => tx.db.update(tickets).set(to).where(eq(tickets.contactId, maria)));
async function standing() {
  const [row] = await it.system.db.select().from(contacts).where(eq(contacts.id, maria));
  const addresses = await it.system.db
    .select({ jid: contactIdentities.jid })
    .from(contactIdentities)
    .where(eq(contactIdentities.contactId, maria))
    .orderBy(asc(contactIdentities.jid));
  return { number: row?.number, isBlocked: row?.isBlocked, jids: addresses.map(({ jid }) => jid) };
}
const REFUSED = { status: 403, body: { error: 'ERR_CONTACT_OF_OTHERS' } };

describe('whoever does not see the conversation', () => {
  test('cannot lead its answers to another phone; WhatsApp is not even asked', async () => {
    const before = await standing();
    expect(await renumber('caio')).toMatchObject(REFUSED);
    expect(await standing()).toEqual(before);
    expect(it.desk.whatsapp.checked).toEqual([]);
  });

  test('cannot silence the customer, nor let through whom others have blocked', async () => {
    expect(await block('caio')).toMatchObject(REFUSED);
    expect(await standing()).toMatchObject({ isBlocked: false });
    expect((await block('bia')).status).toBe(200);
    expect(await block('caio', false)).toMatchObject(REFUSED);
    expect(await standing()).toMatchObject({ isBlocked: true });
  });

  test('reads why beside the number, and by a toast', async () => {
    const caio = await it.desk.as('caio');
    const form = await caio.part('PUT', `/contacts/${maria}`, { name: 'Maria', number: NEW, email: '' });
    expect([form.status, form.text]).toEqual([422, expect.stringContaining('fila que você não acompanha')]);
    const toast = await caio.part('POST', `/contacts/${maria}/block`, { blocked: 'true' });
    expect(toast.status).toBe(403);
    expect(toast.headers.get('HX-Trigger')).toContain('fila que voc');
  });

  test('keeps the rest of the address book: name, e-mail and fields', async () => {
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

  test('finds no other road to the number', async () => {
    const before = await standing();
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
    await (await it.desk.as('caio')).upload('/contacts/upload', sheet);
    await it.desk.settle();
    expect(await standing()).toEqual(before);
  });
});

describe('whoever sees it', () => {
  test.each(['bia', 'rui', 'ana'] as const)('%s may do both', async (who) => {
    expect((await renumber(who)).status).toBe(200);
    expect((await block(who)).status).toBe(200);
    expect(await standing()).toMatchObject({ number: NEW, isBlocked: true });
  });

  test('because it was given to them, although it is in another queue', async () => {
    await change({ status: 'open', userId: it.desk.cast.userId.caio });
    expect((await renumber('caio')).status).toBe(200);
  });

  test('must see every one of them', async () => {
    await change({ queueId: it.desk.cast.queueId.Suporte });
    const [one] = await it.system.db.select().from(tickets);
    const { id: _id, uuid: _uuid, connectionId: _line, ...rest } = one as typeof tickets.$inferSelect;
    await it.system.write((tx) =>
      tx.db
        .insert(tickets)
        .values({ ...rest, uuid: 'second', connectionId: null, queueId: it.desk.cast.queueId.Vendas }),
    );
    expect(await renumber('caio')).toMatchObject(REFUSED);
    expect(await renumber('bia')).toMatchObject(REFUSED);
  });
});

test('when all is closed, and where nobody ever wrote, the address book is everybody’s', async () => {
  await change({ status: 'closed' });
  expect((await renumber('caio')).status).toBe(200);
  expect((await block('caio')).status).toBe(200);
  const { body } = await call('caio', 'POST', '/contacts', { name: 'João', number: '5521977776666' });
  const joao = (body as { id?: number }).id;
  expect((await call('caio', 'PUT', `/contacts/${joao}`, { number: '5521966665555' })).status).toBe(200);
});
