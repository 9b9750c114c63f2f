import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, linkPreviews, outbox } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import sharp from 'sharp';
import type { Scope } from '@/core/scope.ts';
import type { MessageView } from '../messages.views.ts';
import { readPageHead } from './page-head.logic.ts';

const URL_A = 'https://loja.test/produto';
const bytes = (text: string) => new TextEncoder().encode(text);

let testApp: TestApp;
let system: Scope;
let connectionId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  system = await testApp.systemScope();
  connectionId = await addConnection(testApp);
});
afterAll(() => testApp.stop());

beforeEach(async () => {
  await system.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(linkPreviews);
    await tx.db.delete(outbox);
  });
  testApp.web.asked.length = 0;
  testApp.web.pages.clear();
});

async function sendTexts(...texts: string[]): Promise<MessageView[]> {
  const target = { companyId: system.companyId, connectionId };
  await testApp.listener.onMessages(
    target,
    texts.map((text) => inbound({ text })),
  );
  await testApp.settle();
  const ticket = await system.db.query.tickets.findFirst();
  const browser = await testApp.as('ana');
  const { body } = await browser.json<{ messages: MessageView[] }>(
    'GET',
    `/messages/${ticket?.id}?peek=true`,
  );
  return body.messages;
}

const page = (head: string) => ({ mime: 'text/html', bytes: bytes(`<html><head>${head}</head>`) });
const picture = async () => ({
  mime: 'image/png',
  bytes: await sharp({ create: { width: 2000, height: 1000, channels: 4, background: '#1F7A1F80' } })
    .png()
    .withExif({ IFD0: { Copyright: 'CANARY' } })
    .toBuffer(),
});

describe('link in a message', () => {
  test('is shown with the page’s title and a resized thumbnail', async () => {
    testApp.web.pages.set(
      URL_A,
      page(
        '<meta property="og:title" content="Tênis &amp; meias"><meta property="og:description" content="Só hoje"><meta property="og:image" content="/foto.png">',
      ),
    );
    testApp.web.pages.set('https://loja.test/foto.png', await picture());
    const received = await testApp.listenAs('ana');
    const [message] = await sendTexts(`olha ${URL_A}!`);
    const preview = message?.linkPreview ?? expect.unreachable();
    expect(preview).toMatchObject({
      url: URL_A,
      title: 'Tênis & meias',
      description: 'Só hoje',
      siteName: 'loja.test',
    });
    expect(received.filter(({ channel }) => channel === 'appMessage').length).toBeGreaterThan(1);
    const address = new URL(preview.imageUrl ?? '');
    const reply = await (await testApp.as()).raw(`${address.pathname}${address.search}`);
    const copy = Buffer.from(await reply.arrayBuffer());
    expect(await sharp(copy).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 240 });
    expect(copy.includes('CANARY')).toBe(false);
    const unsigned = async (who: 'bia' | 'davi') =>
      (await (await testApp.as(who)).raw(address.pathname)).status;
    expect([await unsigned('bia'), await unsigned('davi')]).toEqual([200, 404]);
  });

  test('is fetched once, even when repeated or failed', async () => {
    testApp.web.pages.set(URL_A, page('<title>Loja</title>'));
    await sendTexts(URL_A, `de novo ${URL_A}`);
    const shown = await sendTexts(`e ${URL_A} outra vez`, 'https://morto.test/', 'https://morto.test/ ?');
    expect(testApp.web.asked).toEqual([URL_A, 'https://morto.test/']);
    expect(shown.map(({ linkPreview }) => linkPreview?.title)).toEqual([
      'Loja',
      'Loja',
      'Loja',
      undefined,
      undefined,
    ]);
  });

  test('is also fetched in own messages, and only when there is one', async () => {
    testApp.web.pages.set(URL_A, page('<title>Loja</title>'));
    const [first] = await sendTexts('sem link');
    const browser = await testApp.as('ana');
    await browser.json('PUT', `/tickets/${first?.ticketId}`, { status: 'open' });
    await browser.json('POST', `/messages/${first?.ticketId}`, { body: `aqui: ${URL_A}` });
    await testApp.settle();
    expect(testApp.web.asked).toEqual([URL_A]);
  });

  test('is not shown for a deleted message', async () => {
    testApp.web.pages.set(URL_A, page('<title>Loja</title>'));
    const target = { companyId: system.companyId, connectionId };
    await testApp.listener.onMessages(target, [inbound({ id: 'X', text: URL_A })]);
    await testApp.settle();
    await testApp.listener.onMessages(target, [
      inbound({ content: { type: 'delete', targetId: 'X', byAdmin: false } }),
    ]);
    const [message] = await sendTexts('depois');
    expect(message).toMatchObject({ isDeleted: true, linkPreview: null });
  });

  const pictures: [string, () => Promise<{ mime: string; bytes: Uint8Array }>][] = [
    [
      'an SVG that calls itself a PNG',
      async () => ({ mime: 'image/png', bytes: bytes('<svg xmlns="http://www.w3.org/2000/svg"/>') }),
    ],
    ['a page', async () => page('<title>x</title>')],
    ['a broken one', async () => ({ mime: 'image/png', bytes: (await picture()).bytes.subarray(0, 60) })],
    ['a huge one', async () => ({ mime: 'image/png', bytes: new Uint8Array(5_000_001) })],
  ];
  for (const [name, make] of pictures) {
    test(`has no picture for ${name}`, async () => {
      testApp.web.pages.set(
        URL_A,
        page('<title>Loja</title><meta property="og:image" content="https://img.test/x">'),
      );
      testApp.web.pages.set('https://img.test/x', await make());
      const [message] = await sendTexts(URL_A);
      expect(message?.linkPreview).toMatchObject({ title: 'Loja', imageUrl: null });
    });
  }
});

describe('readPageHead', () => {
  const read = (html: string, charset: string | null = null) => readPageHead(bytes(html), charset);

  test('prefers Open Graph values to the page’s own', async () => {
    const html =
      '<title>Próprio</title><meta name="description" content="d"><meta property="og:title" content="OG"><meta property="og:site_name" content="Site">';
    expect(await read(`<head>${html}</head>`)).toEqual({
      title: 'OG',
      description: 'd',
      siteName: 'Site',
      image: '',
    });
  });

  test('decodes entities without creating markup and collapses white space', async () => {
    const { title } = await read(
      '<head><title> a &lt;b&gt; &#233;&#xE9;\n&quot;x&quot; &unknown; &#0; </title></head>',
    );
    expect(title).toBe('a <b> éé "x" &unknown; \ufffd');
  });

  test('decodes named entities, in URLs only those with a semicolon', async () => {
    const { title, image } = await read(
      '<head><title>Promo&ccedil;&atilde;o &mdash; caf&eacute; &euro;5 &copy 2026</title><meta property="og:image" content="/i?a=1&copy=2&amp;b=3">',
    );
    expect([title, image]).toEqual(['Promoção — café €5 © 2026', '/i?a=1&copy=2&b=3']);
  });

  test('removes direction overrides and NUL characters', async () => {
    const { title } = await read('<head><title>a\u202eb\u0000c</title></head>');
    expect(['\u202e', '\0'].filter((char) => title.includes(char))).toEqual([]);
  });

  test('respects the charset of the page or the header', async () => {
    const latin = Uint8Array.from('<head><meta charset="iso-8859-1"><title>ação</title>', (c) =>
      c.charCodeAt(0),
    );
    expect((await readPageHead(latin, null)).title).toBe('ação');
    expect((await readPageHead(latin, 'windows-1252')).title).toBe('ação');
    expect((await readPageHead(bytes('<title>x</title><svg><title>y</title></svg>'), 'no-such')).title).toBe(
      'x',
    );
  });

  test('truncates long titles', async () => {
    const { title } = await read(`<head><title>${'x'.repeat(90_000)}</title></head>`);
    expect(title).toHaveLength(200);
  });

  test('returns empty values for an empty page', async () => {
    expect(await read('')).toEqual({ title: '', description: '', siteName: '', image: '' });
  });
});
