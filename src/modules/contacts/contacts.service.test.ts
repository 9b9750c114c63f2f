import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contactFields, contactIdentities, contacts, numberChecks } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { SendError } from '@/whatsapp/port.ts';
import type { ContactDetail } from './contacts.views.ts';

let desk: TestDesk;
let connectionId: number;
let maria: number;

const MARIA = '5511988887777';

beforeAll(async () => {
  desk = await createTestDesk();
  connectionId = await addConnection(desk);
});
afterAll(() => desk.stop());

beforeEach(async () => {
  const scope = await desk.systemScope();
  const { companyId } = scope;
  await scope.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(numberChecks);
    const [row] = await tx.db.insert(contacts).values({ name: 'Maria', number: MARIA }).returning();
    maria = row?.id ?? 0;
  });
  desk.whatsapp.become({ companyId, connectionId });
  desk.whatsapp.registered.clear();
  desk.whatsapp.checked.length = 0;
  desk.whatsapp.calls.length = 0;
  await desk.settle();
});

const joao = (more: Record<string, unknown> = {}) => ({ name: 'João', number: '5521977776666', ...more });

describe('WhatsApp is asked', () => {
  const bia = () => desk.as('bia');

  test('once a day about a number', async () => {
    desk.whatsapp.registered.set('5521977776666', null);
    for (const _ of [1, 2]) await (await bia()).json('POST', '/contacts', joao());
    expect(desk.whatsapp.checked).toEqual(['5521977776666']);
    desk.clock.advance(86_400_001);
    desk.whatsapp.registered.clear();
    expect((await (await bia()).json('POST', '/contacts', joao())).body).toMatchObject({ checked: true });
    expect(desk.whatsapp.checked).toHaveLength(2);
  });

  test('not about a number that stays', async () => {
    await (await bia()).json('PUT', `/contacts/${maria}`, { name: 'Maria', number: '+55 11 98888-7777' });
    expect(desk.whatsapp.checked).toEqual([]);
  });

  test('and when it does not answer, the caller is told', async () => {
    const session = desk.whatsapp.find({ companyId: desk.cast.companyId.aurora, connectionId });
    const silent = { ...session, check: () => Promise.reject(new SendError('timeout', true)) };
    const { find } = desk.whatsapp;
    desk.whatsapp.find = () => silent as ReturnType<typeof find>;
    const reply = await (await bia()).json('POST', '/contacts', joao());
    desk.whatsapp.find = find;
    expect(reply).toMatchObject({ status: 502, body: { error: 'ERR_WAPP_CHECK_CONTACT' } });
  });
});

describe('what a person decides', () => {
  test('a name that was chosen is not overwritten by WhatsApp', async () => {
    await (await desk.as('bia')).json('PUT', `/contacts/${maria}`, { name: 'Maria da Padaria' });
    const scope = await desk.systemScope();
    const row = await scope.db.query.contacts.findFirst({ where: eq(contacts.id, maria) });
    expect(row).toMatchObject({ name: 'Maria da Padaria', nameIsProvisional: false });
  });

  test('a new number is another account: its old address goes', async () => {
    const scope = await desk.systemScope();
    await scope.write((tx) =>
      tx.db
        .insert(contactIdentities)
        .values({ jid: `${MARIA}@s.whatsapp.net`, kind: 'pn', contactId: maria }),
    );
    await (await desk.as('bia')).json('PUT', `/contacts/${maria}`, { number: '5521977776666' });
    const rows = await scope.db.select().from(contactIdentities);
    expect(rows.map(({ jid }) => jid)).toEqual(['5521977776666@s.whatsapp.net']);
  });

  test('a number somebody else has is refused', async () => {
    const { body } = await (await desk.as('bia')).json<ContactDetail>('POST', '/contacts', joao());
    const reply = await (await desk.as('bia')).json('PUT', `/contacts/${body.id}`, { number: MARIA });
    expect(reply).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } });
  });

  test('fields are kept by their ids, changed, added and left out', async () => {
    const save = async (extraInfo: unknown) =>
      (await (await desk.as('bia')).json<ContactDetail>('PUT', `/contacts/${maria}`, { extraInfo })).body
        .extraInfo;
    const [cpf, city] = await save([
      { name: 'CPF', value: '1' },
      { name: 'Cidade', value: 'Recife' },
    ]);
    const after = await save([
      { ...cpf, value: '2' },
      { name: 'Time', value: 'Sport' },
    ]);
    expect(after.map(({ name, value }) => [name, value])).toEqual([
      ['CPF', '2'],
      ['Time', 'Sport'],
    ]);
    expect(after[0]?.id).toBe(cpf?.id ?? 0);
    expect(after.some(({ id }) => id === city?.id)).toBe(false);
  });

  test('another contact’s field cannot be taken by its id', async () => {
    const scope = await desk.systemScope();
    const { body } = await (await desk.as('bia')).json<ContactDetail>(
      'POST',
      '/contacts',
      joao({ extraInfo: [{ name: 'CPF', value: '1' }] }),
    );
    const id = body.extraInfo[0]?.id;
    await (await desk.as('bia')).json('PUT', `/contacts/${maria}`, {
      extraInfo: [{ id, name: 'CPF', value: 'roubado' }],
    });
    const row = await scope.db.query.contactFields.findFirst({ where: eq(contactFields.id, id ?? 0) });
    expect(row).toMatchObject({ contactId: body.id, value: '1' });
  });
});
