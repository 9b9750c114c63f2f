import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { brotliDecompressSync } from 'node:zlib';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { emailOf, PASSWORD } from '@test/support/people.ts';
import { codingFor } from './compress.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const ask = (path: string, headers: Record<string, string>) =>
  testApp.app.fetch(new Request(`http://desk.test${path}`, { headers: { Accept: 'text/html', ...headers } }));

const lasting = (html: string) => html.replace(/nonce="[^"]+"/g, '');

const DECODED: Record<string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array> = {
  zstd: (bytes) => Bun.zstdDecompressSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => Bun.gunzipSync(bytes),
};

describe('page compression', () => {
  for (const [coding, decode] of Object.entries(DECODED)) {
    test(`in ${coding} yields the same content in fewer bytes`, async () => {
      const plain = await (await ask('/login', {})).text();
      const reply = await ask('/login', { 'Accept-Encoding': coding });
      const bytes = new Uint8Array(await reply.arrayBuffer());
      expect(reply.headers.get('Content-Encoding')).toBe(coding);
      expect(reply.headers.get('Content-Type')).toBe('text/html; charset=UTF-8');
      expect(reply.headers.get('Vary')).toContain('Accept-Encoding');
      expect(lasting(new TextDecoder().decode(decode(bytes)))).toBe(lasting(plain));
      expect(bytes.length).toBeLessThan(plain.length / 2);
    });
  }

  test('is skipped for requests from another site, whose length would leak', async () => {
    const codingOf = async (site: string) =>
      (await ask('/login', { 'Accept-Encoding': 'zstd', 'Sec-Fetch-Site': site })).headers.get(
        'Content-Encoding',
      );
    expect([await codingOf('same-origin'), await codingOf('none')]).toEqual(['zstd', 'zstd']);
    expect([await codingOf('cross-site'), await codingOf('same-site')]).toEqual([null, null]);
  });

  test('preserves error statuses and skips short responses', async () => {
    const ana = await testApp.as('ana');
    const seek = (headers: Record<string, string>) =>
      ana.raw('/nothing', { headers: { Accept: 'text/html', ...headers } });
    const missing = await seek({ 'Accept-Encoding': 'gzip' });
    expect([missing.status, missing.headers.get('Content-Encoding')]).toEqual([404, 'gzip']);
    const short = await seek({ 'Accept-Encoding': 'gzip', 'HX-Request': 'true' });
    expect(short.headers.get('Content-Encoding')).toBeNull();
  });
});

describe('compression of JSON', () => {
  const call = async (path: string, headers: Record<string, string>) =>
    (await testApp.as('ana')).raw(path, { headers: { Accept: 'application/json', ...headers } });
  const codingOf = async (path: string, headers: Record<string, string>) => {
    const reply = await call(path, { 'Accept-Encoding': 'gzip', ...headers });
    return reply.headers.get('Content-Encoding');
  };
  const OURS = { 'Sec-Fetch-Site': 'same-origin' };

  for (const [coding, decode] of Object.entries(DECODED)) {
    test(`in ${coding} yields the same content in fewer bytes`, async () => {
      const plain = await (await call('/openapi.json', {})).text();
      const reply = await call('/openapi.json', { 'Accept-Encoding': coding, ...OURS });
      const bytes = new Uint8Array(await reply.arrayBuffer());
      expect(reply.headers.get('Content-Encoding')).toBe(coding);
      expect(reply.headers.get('Content-Type')).toBe('application/json');
      expect(reply.headers.get('Vary')).toContain('Accept-Encoding');
      expect(new TextDecoder().decode(decode(bytes))).toBe(plain);
      expect(bytes.length).toBeLessThan(plain.length / 3);
    });
  }

  test('is for our own pages and callers with a token, whom another site cannot imitate', async () => {
    const path = '/openapi.json';
    expect(await codingOf(path, OURS)).toBe('gzip');
    const stranger = await testApp.as();
    const login = { email: emailOf('bia'), password: PASSWORD };
    const { body } = await stranger.json<{ token: string }>('POST', '/auth/login', login);
    expect(await codingOf(path, { Authorization: `Bearer ${body.token}` })).toBe('gzip');
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await codingOf(path, { 'Sec-Fetch-Site': site })).toBeNull();
    expect(await codingOf(path, {})).toBeNull();
  });

  test('skips short answers, refusals and streams', async () => {
    expect(await codingOf('/tags', OURS)).toBeNull();
    expect(await codingOf('/tickets/999999', OURS)).toBeNull();
    expect(await codingOf('/contacts/list', OURS)).toBeNull();
  });
});

test('codingFor chooses the best accepted coding and none that is refused', () => {
  const cases: [string | undefined, string | undefined][] = [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5', 'gzip'],
    ['zstd;q=0, br;q=0.000, gzip', 'gzip'],
    ['zstd; q=0.001', 'zstd'],
    ['identity', undefined],
    ['*', undefined],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [accepted, coding] of cases) expect([accepted, codingFor(accepted)]).toEqual([accepted, coding]);
});
