import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contactListItems } from '@db/tenant/schema/index.ts';
import { testCalls } from '@test/support/scenarios.ts';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import { SendError } from '@/whatsapp/port.ts';
import type { ItemView } from './contact-lists.views.ts';
import { createListsDesk, type ListsDesk } from './lists-desk.test-support.ts';

let world: ListsDesk;
let listId: number;
let itemId: number;

beforeAll(async () => {
  world = await createListsDesk();
});
afterAll(() => world.desk.stop());
beforeEach(async () => {
  await world.reset();
  listId = await world.list('Promoção');
  const values = { listId, name: 'Zélia', searchName: 'zelia', number: '5511988887777', isOnWhatsapp: true };
  const [item] = await world.scope.write((tx) => tx.db.insert(contactListItems).values(values).returning());
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
    heard: string[] = [],
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
    heard,
  });
  testCalls(
    () => world.desk,
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
        heard: ['update'],
      },
      {
        name: 'changed by another company',
        as: 'davi',
        method: 'PUT',
        path: at('/contact-list-items/ITEM'),
        body: person,
        status: 404,
        heard: [],
      },
      {
        name: 'taken off',
        as: 'rui',
        method: 'DELETE',
        path: at('/contact-list-items/ITEM'),
        status: 200,
        contains: { message: 'Contact deleted' },
        heard: ['delete'],
      },
      {
        name: 'taken off by another company',
        as: 'davi',
        method: 'DELETE',
        path: at('/contact-list-items/ITEM'),
        status: 404,
        heard: [],
      },
    ],
    { as: 'ana', channel: 'ContactListItem' },
  );

  test('WhatsApp’s spelling is stored; who is not there is marked; a failed question leaves it open and is asked again', async () => {
    const rui = await world.desk.as('rui');
    const add = async (number: string) =>
      (await rui.json<ItemView>('POST', '/contact-list-items', { ...person, number, contactListId: listId }))
        .body;
    const { registered } = world.desk.whatsapp;
    registered.set('5531966665555', { jid: '553166665555@s.whatsapp.net', lid: null });
    expect(await add('+5531966665555')).toMatchObject({ number: '553166665555', isWhatsappValid: true });
    registered.set('5541955554444', null);
    expect(await add('+5541955554444')).toMatchObject({ number: '5541955554444', isWhatsappValid: false });
    await world.desk.whatsapp.stop(world.line);
    expect(await add('+5551944443333')).toMatchObject({ number: '5551944443333', isWhatsappValid: null });
    world.desk.whatsapp.become(world.line);
    world.scope.kernel.bus.publish(world.scope, [
      { type: 'connection.session', data: { connectionId: world.line.connectionId } },
    ]);
    await world.desk.settle();
    const rows = await world.items(listId);
    expect(rows.at(-1)).toMatchObject({ number: '5551944443333', isOnWhatsapp: true });
  });

  test('a new name asks nobody, a new number does', async () => {
    const rui = await world.desk.as('rui');
    const put = (more: object) =>
      rui.json<ItemView>('PUT', `/contact-list-items/${itemId}`, {
        ...person,
        number: '5511988887777',
        ...more,
      });
    await put({ name: 'Outra' });
    expect(world.desk.whatsapp.checked).toEqual([]);
    world.desk.whatsapp.registered.set('5521977776666', null);
    expect((await put({ number: '5521977776666' })).body.isWhatsappValid).toBe(false);
    expect(world.desk.whatsapp.checked).toEqual(['5521977776666']);
  });

  test('existing clients hear it under both names, with the list beside; an agent nothing', async () => {
    const heard = await world.desk.listenAs('ana');
    const deaf = await world.desk.listenAs('bia');
    const rui = await world.desk.as('rui');
    const { body } = await rui.json<ItemView>('POST', '/contact-list-items', {
      ...person,
      contactListId: listId,
    });
    await world.desk.settle();
    const said = (messages: LiveMessage[]) =>
      messages
        .filter(({ channel }) => channel.startsWith('ContactList'))
        .map(({ channel, data }) => ({ channel, data }));
    expect(said(heard)).toEqual([
      { channel: 'ContactListItem', data: { action: 'create', record: body, contactListId: listId } },
      { channel: `ContactListItem-${listId}`, data: { action: 'reload', records: [body] } },
      {
        channel: 'ContactList',
        data: { action: 'update', record: expect.objectContaining({ contactsCount: 2 }) },
      },
    ]);
    expect(said(deaf)).toEqual([]);
  });
});

test('whoever fails at WhatsApp does not lose what was typed', async () => {
  const { whatsapp } = world.desk;
  const session = whatsapp.find(world.line);
  const check = session?.check;
  expect(check).toBeDefined();
  whatsapp.find = () =>
    session && { ...session, check: () => Promise.reject(new SendError('timeout', true)) };
  try {
    const rui = await world.desk.as('rui');
    const reply = await rui.json<ItemView>('POST', '/contact-list-items', {
      ...person,
      contactListId: listId,
    });
    expect(reply).toMatchObject({ status: 200, body: { number: '5521977776666', isWhatsappValid: null } });
  } finally {
    whatsapp.find = (target) => (target.connectionId === world.line.connectionId ? session : undefined);
  }
});
