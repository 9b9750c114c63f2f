import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contactListItems } from '@db/tenant/schema/index.ts';
import { testCalls } from '@test/support/scenarios.ts';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import { SendError } from '@/whatsapp/port.ts';
import type { ItemView } from './contact-lists.views.ts';
import { createListsFixture, type ListsFixture } from './lists-fixture.test-support.ts';

let fixtures: ListsFixture;
let listId: number;
let itemId: number;

beforeAll(async () => {
  fixtures = await createListsFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(async () => {
  await fixtures.reset();
  listId = await fixtures.list('Promoção');
  const values = { listId, name: 'Zélia', searchName: 'zelia', number: '5511988887777', isOnWhatsapp: true };
  const [item] = await fixtures.scope.write((tx) =>
    tx.db.insert(contactListItems).values(values).returning(),
  );
  itemId = item?.id ?? 0;
});

const at = (path: string) => () => path.replace('LIST', String(listId)).replace('ITEM', String(itemId));
const person = { name: 'Ana', number: '+55 (21) 97777-6666', email: 'ana@example.com' };

describe('contacts of a list over JSON', () => {
  const post = (
    name: string,
    more: object,
    status: number,
    contains: unknown = {},
    received: string[] = [],
  ) => ({
    name,
    as: 'rui' as const,
    method: 'POST',
    path: '/contact-list-items',
    get body() {
      return { ...person, companyId: 1, contactListId: String(listId), ...more };
    },
    status,
    contains,
    events: received,
  });
  testCalls(
    () => fixtures.testApp,
    [
      post(
        'added, with the list’s id as clients send it',
        {},
        200,
        { name: 'Ana', number: '5521977776666', email: 'ana@example.com', isWhatsappValid: true },
        ['create'],
      ),
      post('without an e-mail', { email: undefined }, 200, { email: '' }, ['create']),
      post('a name of one letter', { name: 'A' }, 400, { error: 'Muito curto!' }),
      post('no name', { name: '' }, 400, { error: 'Obrigatório' }),
      post('a name of 51', { name: 'x'.repeat(51) }, 400, { error: 'Muito longo!' }),
      post('seven digits', { number: '1234567' }, 400, { error: 'Muito curto!' }),
      post('51 digits', { number: '1'.repeat(51) }, 400, { error: 'Muito longo!' }),
      post('letters', { number: 'abcdefghij' }, 400, { error: 'Número de telefone inválido' }),
      post('a bad e-mail', { email: 'nem' }, 400, { error: 'E-mail inválido' }),
      post('a number that is there, without its ninth digit', { number: '551188887777' }, 400, {
        fields: { number: 'Este número já está na lista.' },
      }),
      post('no list', { contactListId: '' }, 400),
      post('a list that is not', { contactListId: 999 }, 404, { error: 'ERR_NO_CONTACTLIST_FOUND' }),
      {
        name: 'agents add none',
        as: 'bia',
        method: 'POST',
        path: '/contact-list-items',
        body: person,
        status: 403,
      },
      {
        name: 'a page by name',
        as: 'rui',
        method: 'GET',
        path: at('/contact-list-items?contactListId=LIST&pageNumber=1'),
        status: 200,
        contains: { contacts: [{ name: 'Zélia', isWhatsappValid: true }], count: 1, hasMore: false },
      },
      {
        name: 'found by name',
        as: 'rui',
        method: 'GET',
        path: at('/contact-list-items?contactListId=LIST&searchParam=zelia'),
        status: 200,
        contains: { count: 1 },
      },
      {
        name: 'found by number',
        as: 'rui',
        method: 'GET',
        path: at('/contact-list-items?contactListId=LIST&searchParam=8888-7'),
        status: 200,
        contains: { count: 1 },
      },
      {
        name: 'not found',
        as: 'rui',
        method: 'GET',
        path: at('/contact-list-items?contactListId=LIST&searchParam=_'),
        status: 200,
        contains: { count: 0 },
      },
      {
        name: 'without a list there is no page',
        as: 'rui',
        method: 'GET',
        path: '/contact-list-items',
        status: 400,
      },
      {
        name: 'of another company’s list',
        as: 'davi',
        method: 'GET',
        path: at('/contact-list-items?contactListId=LIST'),
        status: 404,
      },
      {
        name: 'one',
        as: 'rui',
        method: 'GET',
        path: at('/contact-list-items/ITEM'),
        status: 200,
        contains: { name: 'Zélia' },
      },
      {
        name: 'one of another company',
        as: 'davi',
        method: 'GET',
        path: at('/contact-list-items/ITEM'),
        status: 404,
      },
      {
        name: 'changed',
        as: 'rui',
        method: 'PUT',
        path: at('/contact-list-items/ITEM'),
        body: { ...person, id: 1, contactListId: 77 },
        status: 200,
        contains: { number: '5521977776666' },
        events: ['update'],
      },
      {
        name: 'changed by another company',
        as: 'davi',
        method: 'PUT',
        path: at('/contact-list-items/ITEM'),
        body: person,
        status: 404,
        events: [],
      },
      {
        name: 'taken off',
        as: 'rui',
        method: 'DELETE',
        path: at('/contact-list-items/ITEM'),
        status: 200,
        contains: { message: 'Contact deleted' },
        events: ['delete'],
      },
      {
        name: 'taken off by another company',
        as: 'davi',
        method: 'DELETE',
        path: at('/contact-list-items/ITEM'),
        status: 404,
        events: [],
      },
    ],
    { as: 'ana', channel: 'ContactListItem' },
  );

  test('store WhatsApp’s spelling, mark missing numbers and repeat a failed check', async () => {
    const rui = await fixtures.testApp.as('rui');
    const add = async (number: string) =>
      (await rui.json<ItemView>('POST', '/contact-list-items', { ...person, number, contactListId: listId }))
        .body;
    const { registered } = fixtures.testApp.whatsapp;
    registered.set('5531966665555', { jid: '553166665555@s.whatsapp.net', lid: null });
    expect(await add('+5531966665555')).toMatchObject({ number: '553166665555', isWhatsappValid: true });
    registered.set('5541955554444', null);
    expect(await add('+5541955554444')).toMatchObject({ number: '5541955554444', isWhatsappValid: false });
    await fixtures.testApp.whatsapp.stop(fixtures.line);
    expect(await add('+5551944443333')).toMatchObject({ number: '5551944443333', isWhatsappValid: null });
    fixtures.testApp.whatsapp.become(fixtures.line);
    fixtures.scope.kernel.bus.publish(fixtures.scope, [
      { type: 'connection.session', data: { connectionId: fixtures.line.connectionId } },
    ]);
    await fixtures.testApp.settle();
    const rows = await fixtures.items(listId);
    expect(rows.at(-1)).toMatchObject({ number: '5551944443333', isOnWhatsapp: true });
  });

  test('are checked again for a new number, not for a new name', async () => {
    const rui = await fixtures.testApp.as('rui');
    const put = (more: object) =>
      rui.json<ItemView>('PUT', `/contact-list-items/${itemId}`, {
        ...person,
        number: '5511988887777',
        ...more,
      });
    await put({ name: 'Outra' });
    expect(fixtures.testApp.whatsapp.checked).toEqual([]);
    fixtures.testApp.whatsapp.registered.set('5521977776666', null);
    expect((await put({ number: '5521977776666' })).body.isWhatsappValid).toBe(false);
    expect(fixtures.testApp.whatsapp.checked).toEqual(['5521977776666']);
  });

  test('are published under both channel names with the list, not to agents', async () => {
    const received = await fixtures.testApp.listenAs('ana');
    const deaf = await fixtures.testApp.listenAs('bia');
    const rui = await fixtures.testApp.as('rui');
    const { body } = await rui.json<ItemView>('POST', '/contact-list-items', {
      ...person,
      contactListId: listId,
    });
    await fixtures.testApp.settle();
    const sent = (messages: LiveMessage[]) =>
      messages
        .filter(({ channel }) => channel.startsWith('ContactList'))
        .map(({ channel, data }) => ({ channel, data }));
    expect(sent(received)).toEqual([
      { channel: 'ContactListItem', data: { action: 'create', record: body, contactListId: listId } },
      { channel: `ContactListItem-${listId}`, data: { action: 'reload', records: [body] } },
      {
        channel: 'ContactList',
        data: { action: 'update', record: expect.objectContaining({ contactsCount: 2 }) },
      },
    ]);
    expect(sent(deaf)).toEqual([]);
  });
});

test('GET /contact-list-items/list gives all contacts of one list by name', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => ({
    ...{ listId, name: `Ana ${120 - n}`, searchName: `ana ${String(120 - n).padStart(3, '0')}` },
    number: `55219${10_000_000 + n}`,
  }));
  await fixtures.scope.write((tx) => tx.db.insert(contactListItems).values(rows));
  const rui = await fixtures.testApp.as('rui');
  const { body } = await rui.json<ItemView[]>('GET', `/contact-list-items/list?contactListId=${listId}`);
  expect(body.map(({ name }) => name)).toEqual([
    ...Array.from({ length: 120 }, (_, n) => `Ana ${n + 1}`),
    'Zélia',
  ]);
  const page = await rui.json<{ contacts: ItemView[] }>('GET', `/contact-list-items?contactListId=${listId}`);
  expect(body.slice(0, 20)).toEqual(page.body.contacts);
  expect((await rui.json('GET', '/contact-list-items/list?contactListId=987654')).status).toBe(404);
});

test('stores the contact even when the WhatsApp check fails', async () => {
  const { whatsapp } = fixtures.testApp;
  const session = whatsapp.find(fixtures.line);
  const check = session?.check;
  expect(check).toBeDefined();
  whatsapp.find = () =>
    session && { ...session, check: () => Promise.reject(new SendError('timeout', true)) };
  try {
    const rui = await fixtures.testApp.as('rui');
    const reply = await rui.json<ItemView>('POST', '/contact-list-items', {
      ...person,
      contactListId: listId,
    });
    expect(reply).toMatchObject({ status: 200, body: { number: '5521977776666', isWhatsappValid: null } });
  } finally {
    whatsapp.find = (target) => (target.connectionId === fixtures.line.connectionId ? session : undefined);
  }
});
