import type { Page } from 'playwright-core';

const PIECES = 40;

/** Opens a page whose document comes in pieces, each painted before the next, as on a slow computer. No script runs. */
export async function openInPieces(page: Page, site: string, path: string): Promise<void> {
  const cookies = await page.context().cookies(site);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const reply = await fetch(new URL(path, site), { headers: { Accept: 'text/html', Cookie: cookie } });
  const html = await reply.text();
  const pieces = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pieces.writable.getWriter();
  const send = (piece: string) => writer.write(new TextEncoder().encode(piece));
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname === path) return new Response(pieces.readable, { headers: { 'Content-Type': HTML } });
      return fetch(new URL(pathname + search, site), { headers: { Cookie: cookie }, decompress: false });
    },
  });
  await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  const opened = page.goto(`http://127.0.0.1:${server.port}${path}`, { waitUntil: 'commit' });
  const start = html.indexOf('<header');
  const size = Math.ceil((html.length - start) / PIECES);
  await send(html.slice(0, start));
  await opened;
  for (let at = start; at < html.length; at += size) {
    await send(html.slice(at, at + size));
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    });
  }
  await writer.close();
  await page.waitForLoadState('load');
  await server.stop(true);
}

const HTML = 'text/html; charset=utf-8';
