import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { createLog } from '@/core/log.ts';

const lines: string[] = [];
let testApp: TestApp;
let named: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ log: createLog('trace', { write: (line) => void lines.push(line) }) });
  named = await createTestApp({
    env: { SECURITY_CONTACT: 'security@desk.example', PUBLIC_URL: 'https://desk.example' },
  });
});
afterAll(async () => {
  await testApp.stop();
  await named.stop();
});

const ask = (from: TestApp, path: string, init: RequestInit = {}) =>
  from.app.fetch(new Request(`http://desk.test${path}`, init));

describe('security.txt', () => {
  const read = (from: TestApp) =>
    ask(from, '/.well-known/security.txt', { headers: { Accept: 'text/html' } });

  test('contains the configured contact and an expiry within a year', async () => {
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

  test('does not exist without a configured contact', async () => {
    expect((await read(testApp)).status).toBe(404);
  });
});

describe('CSP violation reports', () => {
  const SECRET = 'https://desk.test/invitation/very-secret?x=1';
  const send = (body: string, type = 'application/csp-report') =>
    ask(testApp, '/policy-reports', { method: 'POST', body, headers: { 'Content-Type': type } });
  const reported = () =>
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

  test('every policy names the report endpoint', async () => {
    const { headers } = await ask(testApp, '/login', { headers: { Accept: 'text/html' } });
    expect(headers.get('Content-Security-Policy')).toContain('report-uri /policy-reports; report-to policy');
    expect(headers.get('Reporting-Endpoints')).toBe('policy="/policy-reports"');
  });

  test('are logged as one fixed line in both report formats', async () => {
    expect((await send(old())).status).toBe(204);
    const modern = {
      effectiveDirective: 'img-src',
      blockedURL: 'inline',
      documentURL: 'https://desk.test/tickets/1',
    };
    await send(JSON.stringify([{ type: 'csp-violation', body: modern }]), 'application/reports+json');
    expect(reported()).toMatchObject([
      { directive: 'script-src-elem', blocked: 'evil.example', page: 'another' },
      { directive: 'img-src', blocked: 'inline', page: 'tickets' },
    ]);
    expect(lines.join('')).not.toMatch(/very-secret|cookie=1/);
  });

  test('never log text from the sender, and invalid reports get the same response', async () => {
    testApp.clock.advance(60_000);
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
    expect(reported()).toMatchObject([{ directive: 'another', blocked: 'another', page: 'another' }]);
    expect(lines.join('')).not.toContain('agora');
  });

  test('are rate-limited', async () => {
    testApp.clock.advance(60_000);
    lines.length = 0;
    for (let n = 0; n < 50; n += 1) expect((await send(old())).status).toBe(204);
    expect(reported().length).toBeLessThanOrEqual(10);
    expect(reported().length).toBeGreaterThan(0);
  });

  test('are refused from another site', async () => {
    const headers = { Origin: 'https://evil.example', 'Content-Type': 'application/csp-report' };
    expect((await ask(testApp, '/policy-reports', { method: 'POST', body: old(), headers })).status).toBe(
      403,
    );
  });
});

describe('a client that accepts any type', () => {
  test.each(['GET', 'HEAD'])('%s of a page without a JSON route returns the page', async (method) => {
    for (const accept of ['*/*', 'text/*;q=0.9, */*;q=0.1', undefined]) {
      const headers = new Headers(accept ? { Accept: accept } : {});
      const reply = await ask(testApp, '/login', { method, headers });
      expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8']);
    }
    expect((await ask(testApp, '/', { method, headers: { Accept: '*/*' } })).status).not.toBe(404);
  });

  test('gets JSON where both exist, and a JSON client gets no page', async () => {
    const both = await ask(testApp, '/tags', { headers: { Accept: '*/*' } });
    expect([both.status, both.headers.get('Content-Type')]).toEqual([401, 'application/json']);
    expect((await ask(testApp, '/login', { headers: { Accept: 'application/json' } })).status).toBe(404);
    expect((await ask(testApp, '/nowhere', { headers: { Accept: '*/*' } })).status).toBe(404);
    expect((await ask(testApp, '/login', { method: 'DELETE', headers: { Accept: '*/*' } })).status).toBe(405);
  });

  test('robots.txt lets crawlers read the marks of pages', async () => {
    const reply = await ask(testApp, '/robots.txt');
    expect([reply.status, await reply.text()]).toEqual([200, 'User-agent: *\nDisallow:\n']);
  });
});
