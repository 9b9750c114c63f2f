import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { contactListItems } from '@db/tenant/schema/index.ts';
import { testCalls } from '@test/support/scenarios.ts';
import type { ContactListPage, ItemPage } from './contact-lists.views.ts';
import { createListsFixture, type ListsFixture } from './lists-fixture.test-support.ts';

let fixtures: ListsFixture;
let listId: number;

beforeAll(async () => {
  fixtures = await createListsFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(async () => {
  await fixtures.reset();
  listId = await fixtures.list('Promoção');
  const values = { listId, name: 'Zélia', searchName: 'zelia', number: '5511988887777', isOnWhatsapp: true };
  await fixtures.scope.write((tx) => tx.db.insert(contactListItems).values(values));
});

const at = (path: string) => () => path.replace('LIST', String(listId));

describe('contact lists over JSON', () => {
  testCalls(
    () => fixtures.testApp,
    [
      { name: 'unauthenticated: 401', method: 'GET', path: '/contact-lists', status: 401 },
      { name: 'an agent neither', as: 'bia', method: 'GET', path: '/contact-lists', status: 403 },
      {
        name: 'nor any contact',
        as: 'bia',
        method: 'GET',
        path: at('/contact-list-items?contactListId=LIST'),
        status: 403,
      },
      {
        name: 'the supervisor gets a page with counts',
        as: 'rui',
        method: 'GET',
        path: '/contact-lists/?searchParam=&pageNumber=1',
        status: 200,
        contains: { records: [{ name: 'Promoção', contactsCount: 1 }], count: 1, hasMore: false },
      },
      {
        name: 'searched without accents and case',
        as: 'ana',
        method: 'GET',
        path: '/contact-lists?searchParam=PROMOCAO',
        status: 200,
        contains: { count: 1 },
      },
      {
        name: 'a percent sign is a letter',
        as: 'ana',
        method: 'GET',
        path: '/contact-lists?searchParam=%25',
        status: 200,
        contains: { count: 0 },
      },
      {
        name: 'pickers get all of them with the company',
        as: 'ana',
        method: 'GET',
        path: '/contact-lists/list?companyId=1',
        status: 200,
        contains: [{ name: 'Promoção', company: { name: 'Aurora' } }],
      },
      {
        name: 'one',
        as: 'ana',
        method: 'GET',
        path: at('/contact-lists/LIST'),
        status: 200,
        contains: { name: 'Promoção' },
      },
      {
        name: 'one that is not',
        as: 'ana',
        method: 'GET',
        path: '/contact-lists/999',
        status: 404,
        contains: { error: 'ERR_NO_CONTACTLIST_FOUND' },
      },
      { name: 'of another company', as: 'davi', method: 'GET', path: at('/contact-lists/LIST'), status: 404 },
      {
        name: 'a new one of two letters',
        as: 'rui',
        method: 'POST',
        path: '/contact-lists',
        body: { name: 'VI' },
        status: 200,
        contains: { name: 'VI' },
        events: ['create'],
      },
      {
        name: 'one letter',
        as: 'rui',
        method: 'POST',
        path: '/contact-lists',
        body: { name: 'V' },
        status: 400,
        contains: { error: 'Muito curto!' },
        events: [],
      },
      {
        name: 'none',
        as: 'rui',
        method: 'POST',
        path: '/contact-lists',
        body: { name: ' ' },
        status: 400,
        contains: { error: 'Obrigatório' },
      },
      {
        name: '51 letters',
        as: 'rui',
        method: 'POST',
        path: '/contact-lists',
        body: { name: 'x'.repeat(51) },
        status: 400,
        contains: { error: 'Muito longo!' },
      },
      {
        name: 'a name that is taken',
        as: 'rui',
        method: 'POST',
        path: '/contact-lists',
        body: { name: 'promocao' },
        status: 400,
        contains: { fields: { name: 'Já existe uma lista com este nome.' } },
        events: [],
      },
      {
        name: 'agents make none',
        as: 'bia',
        method: 'POST',
        path: '/contact-lists',
        body: { name: 'Minha' },
        status: 403,
        events: [],
      },
      {
        name: 'it is renamed, also to itself',
        as: 'ana',
        method: 'PUT',
        path: at('/contact-lists/LIST'),
        body: { id: 7, name: 'PROMOÇÃO' },
        status: 200,
        contains: { name: 'PROMOÇÃO' },
        events: ['update'],
      },
      {
        name: 'not by another company',
        as: 'davi',
        method: 'PUT',
        path: at('/contact-lists/LIST'),
        body: { name: 'Deles' },
        status: 404,
        events: [],
      },
      {
        name: 'it is deleted',
        as: 'rui',
        method: 'DELETE',
        path: at('/contact-lists/LIST'),
        status: 200,
        contains: { message: 'Contact list deleted' },
        events: ['delete'],
      },
      {
        name: 'not by another company either',
        as: 'davi',
        method: 'DELETE',
        path: at('/contact-lists/LIST'),
        status: 404,
        events: [],
      },
    ],
    { as: 'ana', channel: 'ContactList' },
  );
});

test('returns complete pages counted from 1', async () => {
  for (let n = 10; n < 55; n += 1) await fixtures.list(`Lista ${n}`);
  const rows = Array.from({ length: 45 }, (_, n) => ({
    listId,
    name: `P ${n}`,
    searchName: `p ${n}`,
    number: `55119000000${10 + n}`,
  }));
  await fixtures.scope.write((tx) => tx.db.insert(contactListItems).values(rows));
  const ana = await fixtures.testApp.as('ana');
  const pages = async <T>(path: string) =>
    Promise.all([1, 2, 3].map(async (n) => (await ana.json<T>('GET', `${path}pageNumber=${n}`)).body));
  const lists = await pages<ContactListPage>('/contact-lists?');
  expect(lists.map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
  expect(new Set(lists.flatMap(({ records }) => records.map(({ id }) => id))).size).toBe(46);
  const items = await pages<ItemPage>(`/contact-list-items?contactListId=${listId}&`);
  expect(items.map(({ contacts, count }) => [contacts.length, count])).toEqual([
    [20, 46],
    [20, 46],
    [6, 46],
  ]);
});

test('refuses every call and page on a plan without campaigns', async () => {
  const { platform } = fixtures.testApp.kernel;
  await platform.db.update(plans).set({ useCampaigns: false });
  try {
    const ana = await fixtures.testApp.as('ana');
    for (const path of [
      '/contact-lists',
      '/contact-lists/list',
      `/contact-list-items?contactListId=${listId}`,
    ])
      expect((await ana.json('GET', path)).body).toMatchObject({ error: 'ERR_FEATURE_NOT_IN_PLAN' });
    expect((await ana.page(`/contact-lists/${listId}/contacts`)).text).not.toContain('Zélia');
    expect((await ana.page('/')).text).not.toContain('href="/contact-lists"');
  } finally {
    await platform.db.update(plans).set({ useCampaigns: true });
  }
});
