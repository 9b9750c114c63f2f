import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';

let testApp: TestApp;
let secure: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  secure = await createTestApp({ env: { PUBLIC_URL: 'https://desk.example' } });
});
afterAll(async () => {
  await testApp.stop();
  await secure.stop();
});

const ask = (from: TestApp, path: string, init: RequestInit) =>
  from.app.fetch(new Request(`http://desk.test${path}`, init));

describe('headers', () => {
  for (const path of ['/login', '/api/tags', '/version', '/nothing', '/healthz']) {
    test(`${path} forbids framing and sniffing and runs only our own scripts`, async () => {
      const { headers } = await ask(testApp, path, { headers: { Accept: 'text/html' } });
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('same-origin');
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toMatch(
        /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|\*/,
      );
    });
  }

  test('forbid caching unless allowed explicitly', async () => {
    for (const [path, stored] of [
      ['/api/tags', 'private, no-store'],
      ['/auth/me', 'private, no-store'],
      ['/nothing', 'private, no-store'],
      ['/login', 'private, no-store'],
      ['/healthz', 'private, no-store'],
      ['/icons/icon.svg', 'public, max-age=3600'],
    ])
      expect([path, (await ask(testApp, path as string, {})).headers.get('Cache-Control')]).toEqual([
        path,
        stored,
      ]);
  });

  test('include the content type, with a charset for text', async () => {
    for (const [path, accept, type] of [
      ['/login', 'text/html', /^text\/html; charset=utf-8$/i],
      ['/api/tags', '*/*', /^application\/json\b/],
      ['/api/v1/tags', '*/*', /^application\/problem\+json\b/],
      ['/healthz', '*/*', /^application\/json\b/],
      ['/sw.js', '*/*', /^text\/javascript; charset=utf-8$/i],
      ['/icons/icon.svg', '*/*', /^image\/svg\+xml\b/],
    ] as const) {
      const reply = await ask(testApp, path, { headers: { Accept: accept } });
      expect([path, reply.headers.get('Content-Type')]).toEqual([path, expect.stringMatching(type)]);
    }
  });

  test.each(['TRACE', 'TRACK', 'CONNECT', 'DEBUG'])(
    '%s is rejected without echoing the request',
    async (method) => {
      const request = new Request('http://desk.test/login', { headers: { 'X-Mark': 'echoed' } });
      Object.defineProperty(request, 'method', { value: method });
      const reply = await testApp.app.fetch(request);
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(await reply.text()).not.toContain('echoed');
    },
  );

  test('contain a new script nonce for every page', async () => {
    const nonces = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      const response = await ask(testApp, '/login', { headers: { Accept: 'text/html' } });
      const nonce = /'nonce-([^']+)'/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1] ?? '';
      const html = await response.text();
      const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(
        ([, attributes]) => attributes ?? '',
      );
      const running = inline.filter((attributes) => !attributes.includes('application/json'));
      for (const attributes of running) expect(attributes).toContain(`nonce="${nonce}"`);
      expect(html).not.toMatch(/\son[a-z]+=["']/);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  test('include HSTS only over https', async () => {
    expect((await ask(testApp, '/login', {})).headers.get('Strict-Transport-Security')).toBeNull();
    expect((await ask(secure, '/login', {})).headers.get('Strict-Transport-Security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });

  test('set HttpOnly cookies that are secure over https', async () => {
    for (const [from, isSecure] of [
      [testApp, false],
      [secure, true],
    ] as const) {
      const origin = isSecure ? 'https://desk.example' : 'http://desk.test';
      const response = await ask(from, '/login', {
        method: 'POST',
        headers: { Accept: 'text/html', Origin: origin, Host: 'desk.test' },
        body: new URLSearchParams({ email: 'ana@aurora.test', password: 'uma senha bem comprida' }),
      });
      const cookies = response.headers.getSetCookie();
      const name = isSecure ? '__Host-sid=' : 'sid=';
      expect(cookies.find((one) => one.startsWith(name))).toMatch(/HttpOnly/);
      expect(cookies.length).toBeGreaterThan(1);
      for (const cookie of cookies) {
        expect(cookie).toMatch(/; Path=\//);
        expect(cookie).toMatch(/SameSite=Lax/);
        expect([cookie.startsWith('__Host-'), cookie.includes('Secure')]).toEqual([isSecure, isSecure]);
        expect(cookie).not.toContain('Domain');
      }
    }
  });
});

describe('cross-site request protection', () => {
  const cases: [name: string, headers: Record<string, string>, status: number][] = [
    ['our own page', { Origin: 'http://desk.test' }, 200],
    ['another site', { Origin: 'https://evil.example' }, 403],
    ['our name with another port', { Origin: 'http://desk.test:8080' }, 403],
    ['our name as a part', { Origin: 'http://desk.test.evil.example' }, 403],
    ['a sandboxed frame', { Origin: 'null' }, 403],
    ['a form without Origin, from elsewhere', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a sister host', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['a typed address', { 'Sec-Fetch-Site': 'none' }, 200],
    ['a cookie without any word of where from', {}, 403],
  ];
  for (const [name, headers, status] of cases) {
    test(`${name}: ${status}`, async () => {
      const { cookie } = await testApp.as('ana');
      const response = await ask(testApp, '/api/tags', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Host: 'desk.test',
          Cookie: `sid=${cookie}`,
          ...headers,
        },
        body: JSON.stringify({ name: `Tag ${name}`.slice(0, 50) }),
      });
      expect(response.status).toBe(status);
      if (status === 403) expect(await response.json()).toMatchObject({ error: 'ERR_BAD_ORIGIN' });
    });
  }

  test('a token without a cookie needs no origin', async () => {
    const login = await ask(testApp, '/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ana@aurora.test', password: 'uma senha bem comprida' }),
    });
    const { token } = (await login.json()) as { token: string };
    const response = await ask(testApp, '/api/tags', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: 'Com token' }),
    });
    expect(response.status).toBe(200);
  });

  test('read requests are not checked', async () => {
    const { cookie } = await testApp.as('ana');
    const headers = { Cookie: `sid=${cookie}`, Origin: 'https://evil.example' };
    const response = await ask(testApp, '/api/tags', { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});
