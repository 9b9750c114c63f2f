import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { contacts, numberChecks } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';

let testApp: TestApp;
let maria: number;

const MARIA = '5511988887777';
const JOAO = '5521977776666';

beforeAll(async () => {
  testApp = await createTestApp();
  const connectionId = await addConnection(testApp);
  testApp.whatsapp.become({ companyId: testApp.people.companyId.aurora, connectionId });
});
afterAll(() => testApp.stop());

beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(numberChecks);
    const [row] = await tx.db.insert(contacts).values({ name: 'Maria', number: MARIA }).returning();
    maria = row?.id ?? 0;
  });
  testApp.whatsapp.registered.set(JOAO, null);
});

const add = async (body: object) => (await testApp.as('bia')).json('POST', '/contacts', body);
const count = async () => (await (await testApp.systemScope()).db.select().from(contacts)).length;

const FORMS: [name: string, typed: (number: string) => object][] = [
  [
    'a number as people write it',
    (number) => ({ number: `+${number.slice(0, 2)} ${number.slice(2)}`, email: '' }),
  ],
  ['an e-mail', (number) => ({ number, email: 'joao@example.com' })],
  ['extra fields', (number) => ({ number, email: '', extraInfo: [{ name: 'CPF', value: '1' }] })],
];
for (const [name, typed] of FORMS) {
  test(`returns an error status to a form with ${name}`, async () => {
    expect(await add({ name: 'João', ...typed(JOAO) })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_INVALID_CONTACT' },
    });
    expect(await add({ name: 'Outra', ...typed(MARIA) })).toMatchObject({
      status: 409,
      body: { error: 'ERR_DUPLICATED_CONTACT' },
    });
    expect(await count()).toBe(1);
  });
}

test('returns the body a contact card expects', async () => {
  expect(await add({ name: 'João', number: JOAO, email: '' })).toMatchObject({
    status: 200,
    body: { invalido: true },
  });
  expect(await add({ name: 'Outra', number: MARIA, email: '' })).toMatchObject({
    status: 200,
    body: { alreadyExists: true, existingContact: { id: maria } },
  });
  expect(await count()).toBe(1);
});

test('returns 400 for a new contact in a company without connections', async () => {
  const davi = await testApp.as('davi');
  const reply = await davi.json('POST', '/contacts', { name: 'Maria', number: MARIA, email: '' });
  expect(reply).toMatchObject({ status: 400, body: { error: 'ERR_NO_DEF_WAPP_FOUND' } });
});
