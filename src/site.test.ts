import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { createLog } from '@/kernel/log.ts';

const lines: string[] = [];
let desk: TestDesk;
let named: TestDesk;

beforeAll(async () => {
  desk = await createTestDesk({ log: createLog('trace', { write: (line) => void lines.push(line) }) });
  named = await createTestDesk({
    env: { SECURITY_CONTACT: 'security@desk.example', PUBLIC_URL: 'https://desk.example' },
  });
});
afterAll(async () => {
  await desk.stop();
  await named.stop();
});

const ask = (from: TestDesk, path: string, init: RequestInit = {}) =>
  from.app.fetch(new Request(`http://desk.test${path}`, init));

describe('security.txt', () => {
  const read = (from: TestDesk) =>
    ask(from, '/.well-known/security.txt', { headers: { Accept: 'text/html' } });

  test('names whom the operator names, and an end within a year', async () => {
    const reply = await read(named);
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await reply.text();
    expect(text).toContain('Contact: mailto:security@desk.example\n');
    expect(text).toContain('Canonical: https://desk.example/.well-known/security.txt\n');
    const days =
      (Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '') - named.clock.now.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  test('is not there without a contact', async () => {
    expect((await read(desk)).status).toBe(404);
  });
});

describe('reports of a broken policy', () => {
  const SECRET = 'https://desk.test/invitation/very-secret?x=1';
  const send = (body: string, type = 'application/csp-report') =>
    ask(desk, '/policy-reports', { method: 'POST', body, headers: { 'Content-Type': type } });
  const told = () =>
    lines.filter((line) => line.includes('our policy forbids')).map((line) => JSON.parse(line));
  const old = (more: object = {}) =>
    JSON.stringify({
      'csp-report': {
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.example/x.js?cookie=1',
        'document-uri': SECRET,
        ...more,
      },
    });

  test('every policy says where they go', async () => {
    const { headers } = await ask(desk, '/login', { headers: { Accept: 'text/html' } });
    expect(headers.get('Content-Security-Policy')).toContain('report-uri /policy-reports; report-to policy');
    expect(headers.get('Reporting-Endpoints')).toBe('policy="/policy-reports"');
  });

  test('become one line of our own words, of either kind', async () => {
    expect((await send(old())).status).toBe(204);
    const modern = {
      effectiveDirective: 'img-src',
      blockedURL: 'inline',
      documentURL: 'https://desk.test/tickets/1',
    };
    await send(JSON.stringify([{ type: 'csp-violation', body: modern }]), 'application/reports+json');
    expect(told()).toMatchObject([
      { directive: 'script-src-elem', blocked: 'evil.example', page: 'another' },
      { directive: 'img-src', blocked: 'inline', page: 'tickets' },
    ]);
    expect(lines.join('')).not.toMatch(/very-secret|cookie=1/);
  });

  test('hold no word of whoever sends them; what is none is answered alike', async () => {
    desk.clock.advance(60_000);
    lines.length = 0;
    const words = 'Ligue <b>agora</b>\nERROR';
    for (const body of [
      old({ 'effective-directive': words, 'blocked-uri': words, 'document-uri': words }),
      '{"csp-report":7}',
      'no json',
      '[]',
      '['.repeat(5_000),
      'x'.repeat(20_000),
    ])
      expect((await send(body)).status).toBe(204);
    expect(told()).toMatchObject([{ directive: 'another', blocked: 'another', page: 'another' }]);
    expect(lines.join('')).not.toContain('agora');
  });

  test('are heard so often and no more', async () => {
    desk.clock.advance(60_000);
    lines.length = 0;
    for (let n = 0; n < 50; n += 1) expect((await send(old())).status).toBe(204);
    expect(told().length).toBeLessThanOrEqual(10);
    expect(told().length).toBeGreaterThan(0);
  });

  test('of another site are refused', async () => {
    const headers = { Origin: 'https://evil.example', 'Content-Type': 'application/csp-report' };
    expect((await ask(desk, '/policy-reports', { method: 'POST', body: old(), headers })).status).toBe(403);
  });
});

describe('a client that accepts anything', () => {
  test.each(['GET', 'HEAD'])('%s of a page without a JSON twin gets the page', async (method) => {
    for (const accept of ['*/*', undefined]) {
      const headers = new Headers(accept ? { Accept: accept } : {});
      const reply = await ask(desk, '/login', { method, headers });
      expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8']);
    }
    expect((await ask(desk, '/', { method, headers: { Accept: '*/*' } })).status).not.toBe(404);
  });

  test('of an address with both gets JSON, as before; who asks for JSON gets no page', async () => {
    const both = await ask(desk, '/tags', { headers: { Accept: '*/*' } });
    expect([both.status, both.headers.get('Content-Type')]).toEqual([401, 'application/json']);
    expect((await ask(desk, '/login', { headers: { Accept: 'application/json' } })).status).toBe(404);
    expect((await ask(desk, '/nowhere', { headers: { Accept: '*/*' } })).status).toBe(404);
    expect((await ask(desk, '/login', { method: 'DELETE', headers: { Accept: '*/*' } })).status).toBe(404);
  });

  test('robots.txt asks search engines to stay away', async () => {
    const reply = await ask(desk, '/robots.txt');
    expect([reply.status, await reply.text()]).toEqual([200, 'User-agent: *\nDisallow: /\n']);
  });
});
