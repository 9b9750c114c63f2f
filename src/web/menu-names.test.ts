import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { withDom } from '@test/support/dom.ts';
import { setSuper } from '@test/support/people.ts';
import { menuCommandsOf } from '../../islands/command-bar/commands.ts';

withDom();

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'ana');
});
afterAll(() => testApp.stop());

/** Some titles end with a count. */
const withoutCount = (text: string) => text.replace(/ \(\d+\)$/, '');

for (const language of ['pt', 'en', 'es'])
  test(`menu, command bar, page title and heading have the same names: ${language}`, async () => {
    const { cookie, raw } = await testApp.as('ana');
    const headers = { Accept: 'text/html', Cookie: `sid=${cookie}; __Host-sid=${cookie}; lang=${language}` };
    const open = async (path: string) => {
      const html = await (await raw(path, { headers })).text();
      const withoutFiles = html.replace(/<(?:link|script)\b[^>]*>/g, '');
      return new DOMParser().parseFromString(withoutFiles, 'text/html');
    };
    const home = await open('/');
    expect(home.documentElement.lang).toStartWith(language);
    const links = [...home.querySelectorAll<HTMLAnchorElement>('#menu nav a:not([data-menu-group])')];
    const named = links.map((link) => [link.getAttribute('href') ?? '', link.title] as const);
    expect(named.length).toBeGreaterThan(25);
    expect(menuCommandsOf(home).map(({ id, label }) => [id, label])).toEqual(
      named.map(([href, label]) => [`go-${href}`, label]),
    );
    for (const group of home.querySelectorAll('.side-group')) {
      const pages = [...group.querySelectorAll<HTMLElement>('.side-pages a')].map(({ title }) => title);
      const link = group.querySelector<HTMLElement>('[data-menu-group]');
      expect(link?.title).toBe(`${link?.textContent}: ${pages.join(', ')}`);
    }
    const found = [];
    for (const [href, label] of named) {
      const page = await open(href);
      const heading = withoutCount(page.querySelector('h1')?.textContent ?? '');
      const title = page.title.split(' · ')[0] ?? '';
      if (heading !== label || title !== label) found.push({ href, label, heading, title });
    }
    expect(found).toEqual([]);
  });
