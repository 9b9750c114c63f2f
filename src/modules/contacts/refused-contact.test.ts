import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { contacts, numberChecks } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';

let desk: TestDesk;
let maria: number;

const MARIA = '5511988887777';
const JOAO = '5521977776666';

beforeAll(async () => {
  desk = await createTestDesk();
  const connectionId = await addConnection(desk);
  desk.whatsapp.become({ companyId: desk.cast.companyId.aurora, connectionId });
});
afterAll(() => desk.stop());

beforeEach(async () => {
  const scope = await desk.systemScope();
  await scope.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(numberChecks);
    const [row] = await tx.db.insert(contacts).values({ name: 'Maria', number: MARIA }).returning();
    maria = row?.id ?? 0;
  });
  desk.whatsapp.registered.set(JOAO, null);
});

const add = async (body: object) => (await desk.as('bia')).json('POST', '/contacts', body);
const count = async () => (await (await desk.systemScope()).db.select().from(contacts)).length;

const FORMS: [name: string, typed: (number: string) => object][] = [
  [
    'a number as people write it',
    (number) => ({ number: `+${number.slice(0, 2)} ${number.slice(2)}`, email: '' }),
  ],
  ['an e-mail', (number) => ({ number, email: 'joao@example.com' })],
  ['extra fields', (number) => ({ number, email: '', extraInfo: [{ name: 'CPF', value: '1' }] })],
];
for (const [name, typed] of FORMS) {
  test(`a form, known by ${name}, shows the refusal`, async () => {
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

test('a card gets the reply it reads', async () => {
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

test('in a company without any connection a new one is refused, as by existing servers', async () => {
  const davi = await desk.as('davi');
  const reply = await davi.json('POST', '/contacts', { name: 'Maria', number: MARIA, email: '' });
  expect(reply).toMatchObject({ status: 400, body: { error: 'ERR_NO_DEF_WAPP_FOUND' } });
});
