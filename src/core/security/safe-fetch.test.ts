import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { isPublicAddress } from './public-address.ts';
import { createSafeFetch, type FetchRequest, type SafeNetwork } from './safe-fetch.ts';

const HTML: FetchRequest = { accept: /^text\/html$/, maxBytes: 1000, onTooLarge: 'refuse' };
const LONG = 'x'.repeat(5000);

let plain: Bun.Server<undefined>;
let secure: Bun.Server<undefined>;
let ca = '';
const seen: string[] = [];

const html = (text: string, headers = {}) =>
  new Response(text, { headers: { 'Content-Type': 'text/html; charset=ISO-8859-1', ...headers } });

function answer(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url);
  seen.push(`${request.headers.get('Host')}${pathname}`);
  switch (pathname) {
    case '/to':
      return new Response(null, { status: 302, headers: { Location: searchParams.get('where') ?? '' } });
    case '/loop':
      return new Response(null, { status: 301, headers: { Location: '/loop' } });
    case '/long':
      return html(LONG);
    case '/long-in-parts':
      return new Response(
        new ReadableStream({
          start(controller) {
            for (let n = 0; n < 50; n += 1) controller.enqueue(new TextEncoder().encode(LONG));
            controller.close();
          },
        }),
        { headers: { 'Content-Type': 'text/html' } },
      );
    case '/pdf':
      return new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } });
    case '/packed':
      return packed(searchParams.get('how') ?? '', 'Olá');
    case '/bomb':
      return packed('gzip', 'a'.repeat(5_000_000));
    case '/broken':
      return html('x', { 'Content-Encoding': 'gzip' });
    case '/gone':
      return new Response('no', { status: 404, headers: { 'Content-Type': 'text/html' } });
    case '/never':
      return new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }), {
        headers: { 'Content-Type': 'text/html' },
      });
    default:
      return html(`hello ${request.headers.get('Host')}`);
  }
}

function packed(how: string, text: string): Response {
  const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[how] ?? Buffer.from;
  return new Response(new Uint8Array(pack(Buffer.from(text))), {
    headers: { 'Content-Type': 'text/html', 'Content-Encoding': how },
  });
}

beforeAll(async () => {
  const pems = await generate([{ name: 'commonName', value: 'page.test' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'page.test' }] },
    ],
  });
  ca = pems.cert;
  plain = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer });
  secure = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: answer,
    tls: { key: pems.private, cert: pems.cert },
  });
});
afterAll(async () => {
  await plain.stop(true);
  await secure.stop(true);
});

function network(options: Partial<SafeNetwork> = {}): SafeNetwork {
  const ports = [plain.port, secure.port];
  return {
    resolve: async () => ['127.0.0.1'],
    isAllowed: (address, port) =>
      (address === '127.0.0.1' && ports.includes(port)) || isPublicAddress(address),
    timeoutMs: 3_000,
    ca,
    ...options,
  };
}

const at = (path: string, host = 'page.test') => `http://${host}:${plain.port}${path}`;
const fetchIt = (url: string, requested: Partial<FetchRequest> = {}, options: Partial<SafeNetwork> = {}) =>
  createSafeFetch(network(options))(url, { ...HTML, ...requested });
const reason = (work: Promise<unknown>) =>
  work.then(
    () => 'fetched',
    (error: { reason?: string }) => error.reason ?? String(error),
  );

describe('isPublicAddress', () => {
  const inside = [
    '127.0.0.1',
    '127.8.9.10',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '64:ff9b::a00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    '192.31.196.1',
    '2620:4f:8000::1',
    '4000::1',
    '127.1',
    '0x7f.0.0.1',
    'localhost',
    '',
  ];
  for (const address of inside) {
    test(`rejects ${address || 'nothing'}`, () => expect(isPublicAddress(address)).toBe(false));
  }
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::6810:84e5', '2a00:1450::1']) {
    test(`accepts ${address}`, () => expect(isPublicAddress(address)).toBe(true));
  }
});

describe('safeFetch', () => {
  test('returns the bytes with type and charset of the header', async () => {
    const page = await fetchIt(at('/'));
    expect(page).toMatchObject({ mime: 'text/html', charset: 'ISO-8859-1', url: at('/') });
    expect(new TextDecoder().decode(page.bytes)).toBe(`hello page.test:${plain.port}`);
  });

  test('verifies the certificate against the host name', async () => {
    const good = await fetchIt(`https://page.test:${secure.port}/`);
    expect(new TextDecoder().decode(good.bytes)).toContain('hello page.test');
    expect(await reason(fetchIt(`https://other.test:${secure.port}/`))).toBe('network');
    expect(await reason(fetchIt(`https://page.test:${secure.port}/`, {}, { ca: undefined }))).toBe('network');
  });

  const bad = [
    'file:///etc/passwd',
    'ftp://page.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://user:pass@page.test/',
    'http://',
    'nonsense',
  ];
  for (const url of bad) {
    test(`rejects ${url}`, async () => expect(await reason(fetchIt(url))).toBe('bad_url'));
  }

  const hidden = [
    'http://10.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fe80::1]/',
    'http://169.254.169.254/latest/meta-data/',
  ];
  for (const url of hidden) {
    test(`does not reach ${url}`, async () => expect(await reason(fetchIt(url))).toBe('not_public'));
  }

  test('allows only web ports and no local address by default', async () => {
    const strict = createSafeFetch();
    expect(await reason(strict(`http://127.0.0.1:${plain.port}/`, HTML))).toBe('not_public');
    expect(await reason(strict('http://8.8.8.8:22/', HTML))).toBe('not_public');
    expect(await reason(strict('http://localhost/', HTML))).toBe('not_public');
  });

  test('rejects a name that has any internal address', async () => {
    const resolve = async () => ['93.184.216.34', '192.168.0.1'];
    expect(await reason(fetchIt(at('/'), {}, { resolve }))).toBe('not_public');
  });

  test('resolves a name once, so a second lookup cannot redirect it', async () => {
    const answers = ['127.0.0.1', '10.0.0.1'];
    const page = await fetchIt(at('/'), {}, { resolve: async () => [answers.shift() ?? '10.0.0.1'] });
    expect(page.bytes.length).toBeGreaterThan(0);
    expect(answers).toEqual(['10.0.0.1']);
  });

  test('reports an unknown host', async () => {
    const resolve = async () => {
      throw new Error('ENOTFOUND');
    };
    expect(await reason(fetchIt(at('/'), {}, { resolve }))).toBe('unknown_host');
  });

  test('follows a redirect and returns the final address', async () => {
    expect((await fetchIt(at('/to?where=/end'))).url).toBe(at('/end'));
  });

  test('checks every redirect like the first address', async () => {
    const to = (where: string) => fetchIt(at(`/to?where=${encodeURIComponent(where)}`));
    expect(await reason(to('http://192.168.0.1/'))).toBe('not_public');
    expect(await reason(to('http://[::ffff:10.0.0.1]/'))).toBe('not_public');
    expect(await reason(to('file:///etc/passwd'))).toBe('bad_url');
    const resolve = async (host: string) => [host === 'inner.test' ? '10.0.0.1' : '127.0.0.1'];
    const inner = `${at('/to')}?where=${encodeURIComponent('http://inner.test/')}`;
    expect(await reason(fetchIt(inner, {}, { resolve }))).toBe('not_public');
  });

  test('stops a redirect loop after a few requests', async () => {
    seen.length = 0;
    expect(await reason(fetchIt(at('/loop')))).toBe('too_many_redirects');
    expect(seen.length).toBe(5);
  });

  test('decompresses responses and limits the decompressed size', async () => {
    for (const how of ['gzip', 'deflate', 'br'])
      expect(new TextDecoder().decode((await fetchIt(at(`/packed?how=${how}`))).bytes)).toBe('Olá');
    expect(await reason(fetchIt(at('/bomb'), { maxBytes: 100_000, onTooLarge: 'refuse' }))).toBe('too_large');
    const cut = await fetchIt(at('/bomb'), { maxBytes: 1_000, onTooLarge: 'cut' });
    expect(cut.bytes).toHaveLength(1_000);
    expect(await reason(fetchIt(at('/broken')))).toBe('network');
  });

  test('rejects other content types and error statuses', async () => {
    expect(await reason(fetchIt(at('/pdf')))).toBe('wrong_type');
    expect(await reason(fetchIt(at('/packed?how=zstd')))).toBe('wrong_type');
    expect(await reason(fetchIt(at('/gone')))).toBe('status');
  });

  for (const path of ['/long', '/long-in-parts']) {
    test(`${path}: never more than requested`, async () => {
      expect(await reason(fetchIt(at(path)))).toBe('too_large');
      expect((await fetchIt(at(path), { onTooLarge: 'cut' })).bytes.length).toBe(1000);
    });
  }

  test('times out while waiting for bytes or name resolution', async () => {
    expect(await reason(fetchIt(at('/never'), {}, { timeoutMs: 100 }))).toBe('timeout');
    const resolve = () => new Promise<string[]>(() => undefined);
    expect(await reason(fetchIt(at('/'), {}, { resolve, timeoutMs: 50 }))).toBe('timeout');
  });
});
