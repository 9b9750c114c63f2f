import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { createElement } from 'react';
import { page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { MenuItem } from '@/web/menu.ts';
import { menuOf } from '@/web/menu.ts';
import { PAGES } from '@/web/routes.ts';

const gated = [
  pageRoute('GET /board', {
    access: 'person',
    feature: 'useKanban',
    answer: (c) => page(c, { title: 'tags:title' }, createElement('p', {}, 'the board')),
  }),
  pageRoute('GET /owners', {
    access: 'super',
    answer: (c) => page(c, { title: 'tags:title' }, createElement('p', {}, 'only for its owners')),
  }),
];

const SENTENCES = {
  pt: 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
  en: 'This company has no permission to open this page! You are being redirected.',
  es: '¡Esta empresa no tiene permiso para acceder a esta página! Le estamos redirigiendo.',
};

const PRIVATE = [
  '/',
  '/tickets',
  '/connections',
  '/quick-messages',
  '/todolist',
  '/schedules',
  '/tags',
  '/contacts',
  '/helps',
  '/users',
  '/files',
  '/prompts',
  '/queue-integration',
  '/messages-api',
  '/settings',
  '/kanban',
  '/financeiro',
  '/queues',
  '/announcements',
  '/subscription',
  '/chats',
  '/contact-lists',
  '/contact-lists/1/contacts',
  '/campaigns',
  '/campaign/1/report',
  '/campaigns-config',
];

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ extra: gated });
});
afterAll(() => testApp.stop());
beforeEach(() => setPlan(true));

function setPlan(useKanban: boolean): Promise<unknown> {
  return testApp.kernel.platform.write((tx) => tx.update(plans).set({ useKanban }));
}

async function expectClosed(path: string): Promise<void> {
  const ana = await testApp.as('ana');
  for (const [language, sentence] of Object.entries(SENTENCES)) {
    const response = await ana.raw(path, { headers: { Accept: 'text/html', 'Accept-Language': language } });
    expect([response.status, response.headers.get('Refresh')]).toEqual([403, '1; url=/']);
    const html = await response.text();
    expect(html).toContain(sentence);
    expect(html).not.toContain('the board');
    expect(html).not.toContain('only for its owners');
  }
}

test('a page follows the company’s plan at once', async () => {
  const ana = await testApp.as('ana');
  expect((await ana.page('/board')).text).toContain('the board');
  await setPlan(false);
  await expectClosed('/board');
  await setPlan(true);
  expect((await ana.page('/board')).headers.get('Refresh')).toBeNull();
});

test('a fragment outside the plan is refused with its error code', async () => {
  await setPlan(false);
  const part = await (await testApp.as('ana')).part('GET', '/board');
  expect([part.status, part.text]).toEqual([403, 'ERR_FEATURE_NOT_IN_PLAN']);
});

test('an unauthenticated client is redirected to the login and learns nothing about plans', async () => {
  await setPlan(false);
  const reply = await (await testApp.as()).page('/board');
  expect([reply.status, reply.headers.get('Location')]).toEqual([303, '/login']);
});

test('an unauthenticated client is redirected to the login from every other page, even unknown ones', async () => {
  const stranger = await testApp.as();
  const open = PAGES.filter(({ access }) => access === 'anyone').map(({ path }) => path);
  const ours = PAGES.filter(({ method, path }) => method === 'GET' && !open.includes(path)).map(({ path }) =>
    path.replace(/:\w+/g, '1'),
  );
  for (const path of [...ours, ...PRIVATE, '/nowhere']) {
    const reply = await stranger.page(path);
    expect([path, reply.status, reply.headers.get('Location')]).toEqual([path, 303, '/login']);
  }
  expect((await (await testApp.as('ana')).page('/nowhere')).status).toBe(404);
});

test('a platform page is open to super administrators only', async () => {
  await expectClosed('/owners');
  await setSuper(testApp.kernel, testApp.people, 'ana');
  expect((await (await testApp.as('ana')).page('/owners')).text).toContain('only for its owners');
});

test('other refusals do not redirect', async () => {
  const reply = await (await testApp.as('bia')).page('/audit/tickets');
  expect([reply.status, reply.headers.get('Refresh')]).toEqual([403, null]);
});

test('the menu shows a plan feature to entitled companies and permitted users', async () => {
  const scope = await testApp.systemScope();
  const base = {
    href: '/board',
    icon: 'tag',
    section: 'tickets',
    position: 1,
    feature: 'useKanban',
    label: 'kanban:title',
  } as const;
  const locations: MenuItem[] = [
    { ...base, key: 'board', isFor: () => true },
    { ...base, key: 'nobody', isFor: () => false },
  ];
  const keys = async () => (await menuOf(scope, locations)).map(({ key }) => key);
  expect(await keys()).toEqual(['board']);
  await setPlan(false);
  expect(await keys()).toEqual([]);
});
