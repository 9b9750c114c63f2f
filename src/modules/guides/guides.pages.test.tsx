import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { GuideMarkdown } from '@views/pages/guides/guide-markdown.tsx';
import { renderToStaticMarkup } from 'react-dom/server';
import { VERSION } from '@/version.ts';
import { parseGuide, plainText } from './guide-text.logic.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());

const helpIn = (html: string) => /<a href="(\/ajuda[^"]*)" aria-label="Ajuda desta página/.exec(html)?.[1];

describe('guides', () => {
  test('need a sign-in', async () => {
    const { status, headers } = await (await testApp.as()).page('/ajuda/agent');
    expect([status, headers.get('Location')]).toEqual([303, '/login']);
  });

  test.each([
    ['bia', { agent: 200, owner: 403, reseller: 403, operator: 403, nothing: 404 }],
    ['rui', { agent: 200, owner: 200, reseller: 403, operator: 403, nothing: 404 }],
    ['ana', { agent: 200, owner: 200, reseller: 403, operator: 403, nothing: 404 }],
    ['davi', { agent: 200, owner: 200, reseller: 200, operator: 200, nothing: 404 }],
  ] as const)('%s reads the guides of their role', async (who, expected) => {
    const browser = await testApp.as(who);
    const statuses = Object.keys(expected).map(
      async (guide) => [guide, (await browser.page(`/ajuda/${guide}`)).status] as const,
    );
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual(expected);
  });

  test('list and find only the reader’s own', async () => {
    const bia = await testApp.as('bia');
    const home = (await bia.page('/ajuda')).text;
    expect(home).toContain('/ajuda/agent#accept');
    expect(home).not.toContain('/ajuda/owner');
    expect((await bia.page('/ajuda?q=campanhas')).text).not.toContain('/ajuda/owner');
    expect((await (await testApp.as('ana')).page('/ajuda?q=campanhas')).text).toContain(
      '/ajuda/owner#campaigns',
    );
  });

  test('have commands that the keyboard can scroll', async () => {
    expect((await (await testApp.as('davi')).page('/ajuda/operator')).text).toContain(
      '<pre tabindex="0"><code>',
    );
  });

  test('have a table of contents and sections with stable anchors', async () => {
    const { text } = await (await testApp.as('ana')).page('/ajuda/owner');
    expect(text).toContain('<a href="/ajuda/owner#queues">');
    expect(text).toContain('<section id="queues"><h2>');
    expect(text).toContain('src="/guide-pictures/dashboard-1440-dark.webp"');
  });

  test('are searched without accents and capitals, headings first, by a plain form', async () => {
    const bia = await testApp.as('bia');
    expect((await bia.page('/ajuda')).text).toMatch(/<form class="[^"]*" action="\/ajuda" method="get"/);
    const { text } = await bia.page('/ajuda?q=NOTIFICACOES');
    const hits = [...text.matchAll(/<li class="panel"><a href="([^"]+)"/g)].map(([, href]) => href);
    expect(hits[0]).toBe('/ajuda/agent#notifications');
    expect((await bia.page('/ajuda?q=zzzz')).text).toContain('Nenhum registro encontrado');
    expect((await bia.page('/ajuda?q=%3Cscript%3Ealert')).text).not.toContain('<script>alert');
  });

  test('come with pictures', async () => {
    const ana = await testApp.as('ana');
    const picture = await ana.raw('/guide-pictures/dashboard-1440-light.webp');
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect((await ana.raw('/guide-pictures/%2e%2e%2fREADME.md')).status).not.toBe(200);
  });
});

describe('the help link', () => {
  test.each([
    ['bia', '/tickets', '/ajuda/agent#tickets'],
    ['bia', '/contacts', '/ajuda/agent#contacts'],
    ['ana', '/contacts', '/ajuda/owner#contacts'],
    ['ana', '/settings/history', '/ajuda/owner#history'],
    ['ana', '/settings', '/ajuda/owner#options'],
    ['bia', '/settings', '/ajuda/agent#profile'],
    ['davi', '/settings/plans', '/ajuda/reseller#plans'],
    ['davi', '/settings/backups', '/ajuda/operator#backups'],
    ['davi', '/settings?subject=global', '/ajuda/reseller#sign-up'],
    ['davi', '/settings?subject=integrations', '/ajuda/owner#integrations'],
    ['ana', '/profile/security', '/ajuda/agent#profile'],
    ['ana', '/ajuda', '/ajuda'],
  ] as const)('of %s on %s leads to %s', async (who, path, href) => {
    expect(helpIn((await (await testApp.as(who)).page(path)).text)).toBe(href);
  });

  test('has a dot from an upgrade until the person has read what it brings', async () => {
    const { cookie, raw } = await testApp.as('ana');
    const open = async (path: string, cookies = '') => {
      const headers = { Accept: 'text/html', Cookie: `sid=${cookie}; __Host-sid=${cookie}; ${cookies}` };
      const reply = await raw(path, { headers });
      const stored = reply.headers.getSetCookie().find((each) => each.includes('news.'));
      return { html: await reply.text(), stored: stored?.split(';')[0] };
    };
    const first = await open('/tickets');
    expect(first.html).not.toContain('data-news');
    expect(first.stored).toEndWith(`=${VERSION}`);
    expect(await open('/tickets', first.stored)).toMatchObject({ stored: undefined });
    const older = first.stored?.replace(VERSION, '0.0.9');
    expect((await open('/tickets', older)).html).toContain('data-news=""');
    const { html, stored } = await open('/ajuda/novidades', older);
    expect(html).toContain(`<h2>${VERSION}</h2>`);
    expect((await open('/tickets', stored)).html).not.toContain('data-news');
  });
});

test('text in a guide is never markup of its own', () => {
  const text =
    '<script>a</script> <b onclick="a">b</b> [c](javascript:alert(1)) ![d](https://elsewhere.test/d.webp)\n\n<img src=x onerror=a>';
  const html = renderToStaticMarkup(<GuideMarkdown text={text} />);
  expect(html).not.toMatch(/<(script|b|img)\b/);
  expect(html).not.toContain('href="javascript');
});

test('headings in code are code, and the search reads no marks', () => {
  const { sections } = parseGuide('# A\n\nintro\n\n## B {#b}\n\n```\n# no heading\n```\n\n### C {#c}\nx\n');
  expect(sections.map(({ id, level }) => [id, level])).toEqual([
    ['b', 2],
    ['c', 3],
  ]);
  expect(plainText('A **b** [c](d.md) `e`\n\n- f')).toBe('A b c e f');
});
