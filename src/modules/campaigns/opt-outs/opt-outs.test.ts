import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { contacts, optOuts } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { optedOutAmong } from './opt-outs.queries.ts';
import { optOut } from './opt-outs.service.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.insert(contacts).values({ name: 'Márcia Lopes', number: '551188887777' }));
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.delete(optOuts));
});

const request = async (number: string, keyword = '') => {
  const scope = await testApp.systemScope();
  const contact = await scope.db.query.contacts.findFirst();
  return scope.write((tx) => optOut(tx, { number, contactId: contact?.id ?? null, keyword }));
};

test('opts out a number once, with and without the ninth digit', async () => {
  const scope = await testApp.systemScope();
  expect(await request('5511988887777', 'SAIR')).toBe(true);
  expect(await request('551188887777', 'parar')).toBe(false);
  const asked = ['551188887777', '5511988887777', '5511977776666', '4915112345678'];
  expect([...(await optedOutAmong(scope, asked))]).toEqual(['551188887777', '5511988887777']);
  expect([...(await optedOutAmong(scope, []))]).toEqual([]);
});

test('lists who opted out, when and how, with search', async () => {
  await request('551188887777', 'sair');
  await request('4915112345678');
  const rui = await testApp.as('rui');
  const { text } = await rui.page('/opt-outs');
  expect(text).toContain('Márcia Lopes');
  expect(text).toContain('Escreveu “sair”');
  expect(text).toContain('Adicionado pela equipe');
  for (const [word, count] of [
    ['marcia', 2],
    ['88887', 1],
    ['sair', 1],
    ['%', 0],
  ] as const) {
    const found = await rui.part('GET', `/opt-outs?searchParam=${encodeURIComponent(word)}`);
    expect({ word, count: found.text.match(/data-key/g)?.length ?? 0 }).toEqual({ word, count });
  }
});

test('a number is added once and removed manually, and others are notified', async () => {
  const received = await testApp.listenAs('ana');
  const deaf = await testApp.listenAs('bia');
  const rui = await testApp.as('rui');
  expect((await rui.part('POST', '/opt-outs', { number: '(11) 98888-7777' })).status).toBe(204);
  const again = await rui.part('POST', '/opt-outs', { number: '+55 11 8888-7777' });
  expect(again.status).toBe(422);
  expect(again.text).toContain('Este número já está na lista.');
  for (const number of ['', '12', 'abcdefghij'])
    expect((await rui.part('POST', '/opt-outs', { number })).status).toBe(422);
  const scope = await testApp.systemScope();
  const [row] = await scope.db.select().from(optOuts);
  expect(row).toMatchObject({ number: '5511988887777', keyword: '', userId: testApp.people.userId.rui });
  expect((await (await testApp.as('bia')).part('DELETE', `/opt-outs/${row?.id}`)).status).toBe(403);
  expect((await (await testApp.as('davi')).part('DELETE', `/opt-outs/${row?.id}`)).status).toBe(404);
  expect((await rui.part('GET', `/opt-outs/${row?.id}/delete`)).text).toContain('Márcia Lopes');
  expect((await rui.part('DELETE', `/opt-outs/${row?.id}`)).status).toBe(204);
  expect(await scope.db.select().from(optOuts)).toEqual([]);
  await testApp.settle();
  expect(received.filter(({ channel }) => channel === 'optOut')).toHaveLength(2);
  expect(deaf.filter(({ channel }) => channel === 'optOut')).toEqual([]);
});

test('the next page continues after the last row', async () => {
  for (let n = 0; n < 25; n += 1) await request(`49151123456${10 + n}`);
  const rui = await testApp.as('rui');
  const first = await rui.part('GET', '/opt-outs');
  const next = /hx-get="(\/opt-outs\?after[^"]+)"/.exec(first.text)?.[1] ?? '';
  const keys = (text: string) => [...text.matchAll(/data-key="(\d+)"/g)].map(([, key]) => Number(key));
  const all = [...keys(first.text), ...keys((await rui.part('GET', next)).text)];
  expect(keys(first.text)).toHaveLength(20);
  expect(all).toEqual([...all].sort((a, b) => b - a));
  expect(new Set(all).size).toBe(25);
});
