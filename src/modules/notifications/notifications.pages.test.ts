import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await createTestDesk();
});
afterAll(() => desk.stop());

describe('the service worker', () => {
  test('is served from the root as a script that is asked for again', async () => {
    const response = await (await desk.as()).raw('/sw.js?lang=pt');
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
    test(`keeps a page that needs no other file, in ${lang}`, async () => {
      const headers = { Accept: 'text/html', Cookie: `lang=${lang}` };
      const text = await (await (await desk.as()).raw('/offline', { headers })).text();
      expect(text).toStartWith(`<!doctype html><html lang="${lang}`);
      expect(text).toContain(words);
      expect(text).not.toMatch(/<link|src=|url\(/);
    });
  }

  test('is told of by an app that can be installed', async () => {
    const manifest = JSON.parse(await (await (await desk.as()).raw('/app.webmanifest')).text());
    expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' });
    for (const { src } of manifest.icons) expect((await (await desk.as()).raw(src)).status).toBe(200);
    const sizes = manifest.icons.map((icon: { sizes: string }) => icon.sizes);
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  });
});

describe('every page of a person', () => {
  test('has the bell with what it needs to know of its reader, and the command bar', async () => {
    const { text } = await (await desk.as('bia')).page('/todolist');
    const props = /data-island="notification-bell" data-props='([^']+)'/.exec(text)?.[1] ?? '';
    expect(JSON.parse(props)).toEqual({
      reader: {
        profile: 'user',
        id: desk.cast.userId.bia,
        queueIds: [desk.cast.queueId.Vendas],
        allTicket: false,
      },
    });
    expect(text).toContain('data-island="command-bar"');
    expect(text).toContain('aria-current="page"');
  });

  test('strangers have neither', async () => {
    const browser = await desk.as();
    expect((await browser.page('/login')).text).not.toContain('data-island');
    expect((await browser.page('/todolist')).headers.get('Location')).toBe('/login');
  });
});
