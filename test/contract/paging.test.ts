import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { queues, quickMessages, tags, users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';

/** Contract: http §0, except tags: the reference's 5000 worked around a broken count. */
const SIZES = { users: 20, records: 20, tags: 40 };

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  const scope = await testApp.systemScope();
  const numbers = Array.from({ length: 45 }, (_, n) => String(n).padStart(2, '0'));
  const person = { passwordHash: 'x', profile: 'user' } as const;
  await scope.write(async (tx) => {
    await tx.db
      .insert(users)
      .values(numbers.map((n) => ({ ...person, name: `P${n}`, email: `p${n}@x.test` })));
    await tx.db
      .insert(tags)
      .values(numbers.map((n) => ({ name: `T${n}`, searchName: `t${n}`, color: '#123456' })));
    await tx.db
      .insert(quickMessages)
      .values(numbers.map((n) => ({ shortcode: `q${n}`, message: 'x', isGeneral: true })));
    await tx.db.update(queues).set({ orderQueue: 2 });
    await tx.db.insert(queues).values({ name: 'Zero', color: '#000001', orderQueue: 1 });
    await tx.db.insert(queues).values({ name: 'Antes', color: '#000002' });
  });
});
afterAll(() => testApp.stop());

type Page = { count: number; hasMore: boolean } & Record<string, { id: number; name: string }[]>;

describe('pagination of the smaller lists', () => {
  for (const [key, path] of [
    ['users', '/users/?searchParam='],
    ['records', '/quick-messages/?searchParam='],
    ['tags', '/tags/?searchParam='],
  ] as const) {
    test(`${path}: ${SIZES[key]} per page, no duplicates, hasMore until the last page`, async () => {
      const ids: number[] = [];
      let page: Page;
      let number = 0;
      do {
        number += 1;
        page = (await (await testApp.as('bia')).json<Page>('GET', `${path}&pageNumber=${number}`)).body;
        if (page.hasMore) expect(page[key]).toHaveLength(SIZES[key]);
        ids.push(...(page[key] ?? []).map(({ id }) => id));
      } while (page.hasMore);
      expect(number).toBe(Math.ceil(page.count / SIZES[key]));
      expect([ids.length, new Set(ids).size]).toEqual([page.count, page.count]);
    });
  }

  test('finds users by name and e-mail, newest first', async () => {
    const { body } = await (await testApp.as('bia')).json<Page>('GET', '/users/?searchParam=P4');
    expect(body.users?.map(({ name }) => name)).toEqual(['P44', 'P43', 'P42', 'P41', 'P40']);
    const byMail = await (await testApp.as('bia')).json<Page>('GET', '/users/?searchParam=p07@x');
    expect(byMail.body.users?.map(({ name }) => name)).toEqual(['P07']);
  });

  test('sorts queues by their order, those without one last', async () => {
    const { body } = await (await testApp.as('bia')).json<{ name: string }[]>('GET', '/queue');
    expect(body.map(({ name }) => name)).toEqual(['Zero', 'Suporte', 'Vendas', 'Antes']);
  });
});

test('users can be read in full by themselves and by administrators', async () => {
  const { bia, caio } = testApp.people.userId;
  const read = async (who: 'ana' | 'bia' | 'rui' | 'davi', id: number) =>
    (await (await testApp.as(who)).json('GET', `/users/${id}`)).status;
  expect([await read('bia', bia), await read('ana', bia)]).toEqual([200, 200]);
  expect([await read('bia', caio), await read('rui', caio), await read('davi', caio)]).toEqual([
    404, 404, 404,
  ]);
});
