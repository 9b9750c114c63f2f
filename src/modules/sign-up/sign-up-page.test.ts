import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await setPlatformValue(platformScope(testApp.kernel), { key: 'allowregister', value: 'enabled' });
});
afterAll(() => testApp.stop());

async function offered() {
  const { text } = await (await testApp.as()).page('/signup');
  return [...text.matchAll(/<input[^>]*name="planId"[^>]*>.*?R\$.(\d+),00 por mês/g)].map(
    ([input, price]) => ({
      price,
      isChosen: /\schecked/.test(input),
    }),
  );
}

test('the only plan is chosen; of several none is, and the cheapest comes first', async () => {
  expect(await offered()).toEqual([{ price: '30', isChosen: true }]);
  await testApp.kernel.platform.write((tx) => tx.insert(plans).values({ name: 'Zero', value: 10 }));
  expect(await offered()).toEqual([
    { price: '10', isChosen: false },
    { price: '30', isChosen: false },
  ]);
});

test('a closed sign-up leads to the sign-in page, which says so', async () => {
  const platform = platformScope(testApp.kernel);
  await setPlatformValue(platform, { key: 'allowregister', value: 'disabled' });
  const visitor = await testApp.as();
  const reply = await visitor.page('/signup');
  expect([reply.status, reply.headers.get('Location')]).toEqual([303, '/login']);
  const [cookie = ''] = reply.headers.getSetCookie();
  const headers = { Accept: 'text/html', Cookie: cookie.split(';')[0] ?? '' };
  expect(await (await visitor.raw('/login', { headers })).text()).toContain('Não há cadastro aberto aqui.');
});
