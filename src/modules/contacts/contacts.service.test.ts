import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contactFields, contactIdentities, contacts, numberChecks } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { SendError } from '@/whatsapp/port.ts';
import { findByNumber, insertContact } from './add-contact.service.ts';
import type { ContactDetail } from './contacts.views.ts';

let testApp: TestApp;
let connectionId: number;
let maria: number;

const MARIA = '5511988887777';

beforeAll(async () => {
  testApp = await createTestApp();
  connectionId = await addConnection(testApp);
});
afterAll(() => testApp.stop());

beforeEach(async () => {
  const scope = await testApp.systemScope();
  const { companyId } = scope;
  await scope.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(numberChecks);
    const [row] = await tx.db.insert(contacts).values({ name: 'Maria', number: MARIA }).returning();
    maria = row?.id ?? 0;
  });
  testApp.whatsapp.become({ companyId, connectionId });
  testApp.whatsapp.registered.clear();
  testApp.whatsapp.checked.length = 0;
  testApp.whatsapp.calls.length = 0;
  await testApp.settle();
});

const joao = (more: Record<string, unknown> = {}) => ({ name: 'João', number: '5521977776666', ...more });

describe('WhatsApp number checks', () => {
  const bia = () => testApp.as('bia');

  test('happen once a day per number', async () => {
    testApp.whatsapp.registered.set('5521977776666', null);
    for (const _ of [1, 2]) await (await bia()).json('POST', '/contacts', joao());
    expect(testApp.whatsapp.checked).toEqual(['5521977776666']);
    testApp.clock.advance(86_400_001);
    testApp.whatsapp.registered.clear();
    expect((await (await bia()).json('POST', '/contacts', joao())).body).toMatchObject({ checked: true });
    expect(testApp.whatsapp.checked).toHaveLength(2);
  });

  test('are skipped when the number is unchanged', async () => {
    await (await bia()).json('PUT', `/contacts/${maria}`, { name: 'Maria', number: '+55 11 98888-7777' });
    expect(testApp.whatsapp.checked).toEqual([]);
  });

  test('return 502 when WhatsApp does not answer', async () => {
    const session = testApp.whatsapp.find({ companyId: testApp.people.companyId.aurora, connectionId });
    const silent = { ...session, check: () => Promise.reject(new SendError('timeout', true)) };
    const { find } = testApp.whatsapp;
    testApp.whatsapp.find = () => silent as ReturnType<typeof find>;
    const reply = await (await bia()).json('POST', '/contacts', joao());
    testApp.whatsapp.find = find;
    expect(reply).toMatchObject({ status: 502, body: { error: 'ERR_WAPP_CHECK_CONTACT' } });
  });
});

describe('contact changes by users', () => {
  test('store a chosen name as final', async () => {
    await (await testApp.as('bia')).json('PUT', `/contacts/${maria}`, { name: 'Maria da Padaria' });
    const scope = await testApp.systemScope();
    const row = await scope.db.query.contacts.findFirst({ where: eq(contacts.id, maria) });
    expect(row).toMatchObject({ name: 'Maria da Padaria', nameIsProvisional: false });
  });

  test('replace the old address when the number changes', async () => {
    const scope = await testApp.systemScope();
    await scope.write((tx) =>
      tx.db
        .insert(contactIdentities)
        .values({ jid: `${MARIA}@s.whatsapp.net`, kind: 'pn', contactId: maria }),
    );
    await (await testApp.as('bia')).json('PUT', `/contacts/${maria}`, { number: '5521977776666' });
    const rows = await scope.db.select().from(contactIdentities);
    expect(rows.map(({ jid }) => jid)).toEqual(['5521977776666@s.whatsapp.net']);
  });

  test('are refused for a number another contact has', async () => {
    const { body } = await (await testApp.as('bia')).json<ContactDetail>('POST', '/contacts', joao());
    const reply = await (await testApp.as('bia')).json('PUT', `/contacts/${body.id}`, { number: MARIA });
    expect(reply).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } });
  });

  test('update, add and remove extra fields by id', async () => {
    const save = async (extraInfo: unknown) =>
      (await (await testApp.as('bia')).json<ContactDetail>('PUT', `/contacts/${maria}`, { extraInfo })).body
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

  test('cannot take over another contact’s field by its id', async () => {
    const scope = await testApp.systemScope();
    const { body } = await (await testApp.as('bia')).json<ContactDetail>(
      'POST',
      '/contacts',
      joao({ extraInfo: [{ name: 'CPF', value: '1' }] }),
    );
    const id = body.extraInfo[0]?.id;
    await (await testApp.as('bia')).json('PUT', `/contacts/${maria}`, {
      extraInfo: [{ id, name: 'CPF', value: 'roubado' }],
    });
    const row = await scope.db.query.contactFields.findFirst({ where: eq(contactFields.id, id ?? 0) });
    expect(row).toMatchObject({ contactId: body.id, value: '1' });
  });
});

test('nobody is found by a number without digits', async () => {
  const scope = await testApp.systemScope();
  await scope.write(async (tx) => {
    await insertContact(tx, { name: 'Oculta', email: '', number: '', jids: ['77@lid'] });
    expect(await findByNumber(tx, '', undefined)).toBeUndefined();
  });
});
