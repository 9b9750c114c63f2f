import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

describe('service worker', () => {
  test('is served from the root as a script that is revalidated', async () => {
    const response = await (await testApp.as()).raw('/sw.js?lang=pt');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toStartWith('text/javascript');
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(response.headers.get('Content-Security-Policy')).toContain("worker-src 'self'");
    expect(await response.text()).toContain("addEventListener('push'");
  });

  for (const [lang, words] of [
    ['pt', 'Sem conexão'],
    ['en', 'You are offline'],
    ['es', 'Sin conexión'],
  ] as const) {
    test(`caches a self-contained offline page in ${lang}`, async () => {
      const headers = { Accept: 'text/html', Cookie: `lang=${lang}` };
      const text = await (await (await testApp.as()).raw('/offline', { headers })).text();
      expect(text).toStartWith(`<!doctype html><html lang="${lang}`);
      expect(text).toContain(words);
      expect(text).not.toMatch(/<link|src=|url\(/);
    });
  }

  test('belongs to an installable app with a manifest and icons', async () => {
    const manifest = JSON.parse(await (await (await testApp.as()).raw('/app.webmanifest')).text());
    expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' });
    for (const { src } of manifest.icons) expect((await (await testApp.as()).raw(src)).status).toBe(200);
    const sizes = manifest.icons.map((icon: { sizes: string }) => icon.sizes);
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  });
});

describe('pages of a signed-in user', () => {
  test('contain the notification bell with its user’s data and the command bar', async () => {
    const { text } = await (await testApp.as('bia')).page('/todolist');
    const props = /data-island="notification-bell"[^>]* data-props='([^']+)'/.exec(text)?.[1] ?? '';
    expect(JSON.parse(props)).toEqual({
      reader: {
        profile: 'user',
        id: testApp.people.userId.bia,
        queueIds: [testApp.people.queueId.Vendas],
        allTicket: false,
      },
    });
    expect(text).toContain('data-island="command-bar"');
    expect(text).toContain('aria-current="page"');
  });

  test('contain neither before login', async () => {
    const browser = await testApp.as();
    expect((await browser.page('/login')).text).not.toContain('data-island');
    expect((await browser.page('/todolist')).headers.get('Location')).toBe('/login');
  });
});
