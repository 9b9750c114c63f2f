import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { createElement } from 'react';
import { page } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import type { Place } from '@/kernel/module.ts';
import { menuOf } from '@/menu.ts';
import { PAGES } from '@/rows.ts';

const gated = [
  pageRoute('GET /board', {
    access: 'person',
    plan: 'useKanban',
    show: (c) => page(c, { title: 'tags:title' }, createElement('p', {}, 'the board')),
  }),
  pageRoute('GET /platform', {
    access: 'super',
    show: (c) => page(c, { title: 'tags:title' }, createElement('p', {}, 'only for its owners')),
  }),
];

const SENTENCES = {
  pt: 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
  en: 'This company has no permission to open this page! We are taking you back.',
  es: '¡Esta empresa no tiene permiso para acceder a esta página! Te estamos redirigiendo.',
};

/** Every private route of the specification. */
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

let desk: TestDesk;

beforeAll(async () => {
  desk = await createTestDesk({ extra: gated });
});
afterAll(() => desk.stop());
beforeEach(() => setPlan(true));

function setPlan(useKanban: boolean): Promise<unknown> {
  return desk.kernel.platform.write((tx) => tx.update(plans).set({ useKanban }));
}

async function expectClosed(path: string): Promise<void> {
  const ana = await desk.as('ana');
  for (const [language, sentence] of Object.entries(SENTENCES)) {
    const response = await ana.raw(path, { headers: { Accept: 'text/html', 'Accept-Language': language } });
    expect([response.status, response.headers.get('Refresh')]).toEqual([403, '1; url=/']);
    const html = await response.text();
    expect(html).toContain(sentence);
    expect(html).not.toContain('the board');
    expect(html).not.toContain('only for its owners');
  }
}

test('a page is there for a company whose plan has it, at once', async () => {
  const ana = await desk.as('ana');
  expect((await ana.page('/board')).text).toContain('the board');
  await setPlan(false);
  await expectClosed('/board');
  await setPlan(true);
  expect((await ana.page('/board')).headers.get('Refresh')).toBeNull();
});

test('a part of it is refused by its code', async () => {
  await setPlan(false);
  const part = await (await desk.as('ana')).part('GET', '/board');
  expect([part.status, part.text]).toEqual([403, 'ERR_FEATURE_NOT_IN_PLAN']);
});

test('a stranger is led to the sign-in, and told nothing of plans', async () => {
  await setPlan(false);
  const reply = await (await desk.as()).page('/board');
  expect([reply.status, reply.headers.get('Location')]).toEqual([303, '/login']);
});

test('a stranger is led to the sign-in from every other page too, also from those that are not there yet', async () => {
  const stranger = await desk.as();
  const open = PAGES.filter(({ access }) => access === 'anyone').map(({ path }) => path);
  const ours = PAGES.filter(({ method, path }) => method === 'GET' && !open.includes(path)).map(({ path }) =>
    path.replace(/:\w+/g, '1'),
  );
  for (const path of [...ours, ...PRIVATE, '/nowhere']) {
    const reply = await stranger.page(path);
    expect([path, reply.status, reply.headers.get('Location')]).toEqual([path, 303, '/login']);
  }
  expect((await (await desk.as('ana')).page('/nowhere')).status).toBe(404);
});

test('a page of the platform is for its administrators', async () => {
  await expectClosed('/platform');
  await setSuper(desk.kernel, desk.cast, 'ana');
  expect((await (await desk.as('ana')).page('/platform')).text).toContain('only for its owners');
});

test('other refusals stay where they are', async () => {
  const reply = await (await desk.as('bia')).page('/audit/tickets');
  expect([reply.status, reply.headers.get('Refresh')]).toEqual([403, null]);
});

test('the menu shows a place of a plan to companies that have it, and to people it is for', async () => {
  const scope = await desk.systemScope();
  const place = {
    href: '/board',
    icon: 'tag',
    section: 'main',
    position: 1,
    plan: 'useKanban',
    label: 'kanban:inMenu',
  } as const;
  const places: Place[] = [
    { ...place, key: 'board', isFor: () => true },
    { ...place, key: 'nobody', isFor: () => false },
  ];
  const keys = async () => (await menuOf(scope, places)).map(({ key }) => key);
  expect(await keys()).toEqual(['board']);
  await setPlan(false);
  expect(await keys()).toEqual([]);
});
