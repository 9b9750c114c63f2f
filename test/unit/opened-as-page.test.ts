import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from '@test/support/app.ts';
import { callOf } from '@test/support/calls.ts';
import type { TestApp } from '@test/support/deps.ts';
import { createFilledApp, type Fixtures } from '@test/support/fixtures.ts';
import { setSuper } from '@test/support/people.ts';
import { PAGES } from '@/web/routes.ts';

let testApp: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
  await setSuper(testApp.kernel, testApp.people, 'ana');
});

afterAll(() => testApp.stop());

const OF_OUR_PAGES = { 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
const isHtml = ({ headers }: Response) => headers.get('Content-Type')?.startsWith('text/html') ?? false;

const ask = (who: Browser, path: string, more = {}) =>
  who.raw(path, { headers: { Accept: 'text/html', ...more } });

async function openAddress(who: Browser, address: string) {
  let path = address;
  for (let step = 0; step < 4; step++) {
    const reply = await ask(who, path);
    const to = reply.headers.get('Location');
    if (!to) {
      const html = await reply.text();
      const dialog = /<div id="dialogs" hx-get="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
      return { status: reply.status, page: path.split('?')[0], isPage: html.startsWith('<!'), dialog };
    }
    path = to;
  }
  throw new Error(`${address} leads to no page`);
}

test.each([
  { name: 'ana', atLeast: 95 },
  { name: 'bia', atLeast: 15 },
] as const)('every part that $name may see is a page in the address bar', async ({ name, atLeast }) => {
  const who = await testApp.as(name);
  const [wrong, dialogs]: [unknown[], string[]] = [[], []];
  for (const row of PAGES.filter(({ method }) => method === 'GET')) {
    const { path } = callOf(row, fixtures);
    const part = await ask(who, path, OF_OUR_PAGES);
    if (!part.ok || (part.status === 200 && !isHtml(part)) || part.headers.has('HX-Redirect')) continue;
    const isDialog = (await part.text()).startsWith('<dialog');
    if (isDialog) dialogs.push(path);
    const { dialog, page, ...shown } = await openAddress(who, path);
    const isRight = shown.isPage && shown.status === 200 && (!isDialog || dialog === path);
    if (!isRight) wrong.push({ path, page, dialog, ...shown });
  }
  expect(wrong).toEqual([]);
  expect(dialogs.length).toBeGreaterThanOrEqual(atLeast);
});

test.each([
  'GET /contact-list-items/:contactListItemId/edit',
  'GET /contact-list-items/:contactListItemId/delete',
  'GET /contact-lists/:contactListId/contacts/new',
  'GET /contact-lists/:contactListId/fill',
  'GET /contact-lists/:contactListId/import',
  'GET /contact-lists/imports/:listImportId',
  'GET /contact-lists/imports/:listImportId/preview',
])('the page below the dialog of %s is its own list', async (name) => {
  const row = PAGES.find((one) => one.name === name);
  if (!row) throw new Error(`${name} is no page`);
  const { page } = await openAddress(await testApp.as('ana'), callOf(row, fixtures).path);
  expect(page).toBe(`/contact-lists/${fixtures.contactListId}/contacts`);
});

test('only an address that was a dialog on this server is opened by a link', async () => {
  const ana = await testApp.as('ana');
  const reply = await ask(ana, '/tags/new');
  const led = new URL(reply.headers.get('Location') ?? '', 'http://localhost');
  const [signature] = led.searchParams.get('dialog')?.split(' ') ?? [];
  const shown = async (dialog: string) =>
    (await ana.page(`/tags?${new URLSearchParams({ dialog })}`)).text.includes('<div id="dialogs" hx-get');
  expect(await shown(`${signature} /tags/new`)).toBe(true);
  for (const href of ['/tags/new', '/api/tags', 'https://evil.example/', '//evil.example/'])
    for (const forged of [href, ` ${href}`, `${signature} ${href}/`, `${signature}x ${href}`])
      expect([forged, await shown(forged)]).toEqual([forged, false]);
});
