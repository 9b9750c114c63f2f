import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { type Call, callableNetwork, createSafeCall, namedInternet } from './safe-call.ts';
import { connectionTo } from './safe-fetch.ts';

let server: Bun.Server<undefined>;
const received: { method: string; body: string; host: string | null; secret: string | null }[] = [];

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  received.push({
    method: request.method,
    body: await request.text(),
    host: request.headers.get('Host'),
    secret: request.headers.get('Authorization'),
  });
  if (pathname === '/inside') return Response.redirect('http://169.254.169.254/', 302);
  if (pathname === '/busy')
    return Response.json({ error: 'slow down' }, { status: 429, headers: { 'Retry-After': '7' } });
  if (pathname === '/long') return new Response('x'.repeat(5_000));
  if (pathname === '/empty') return new Response(null, { status: 204 });
  if (pathname === '/never')
    return new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
  if (pathname === '/packed')
    return new Response(new Uint8Array(gzipSync('{"a":1}')), { headers: { 'Content-Encoding': 'gzip' } });
  return Response.json({ ok: true });
}

beforeAll(() => {
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer });
});
afterAll(() => server.stop(true));

const call = (path: string, options: Partial<Call> = {}, hosts = [`localhost:${server.port}`]) =>
  createSafeCall({ ...callableNetwork(hosts), resolve: async () => ['127.0.0.1'] })(
    `http://localhost:${server.port}${path}`,
    { timeoutMs: 3_000, maxBytes: 1_000, ...options },
  );
const reason = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: { reason?: string; name?: string }) => error.reason ?? error.name,
  );

describe('external call', () => {
  test('sends method, headers and body and returns any response', async () => {
    const headers = { Authorization: 'Bearer word' };
    const reply = await call('/', { method: 'POST', headers, body: '{"olá":1}' });
    expect([reply.status, await reply.json()]).toEqual([200, { ok: true }]);
    const host = `localhost:${server.port}`;
    expect(received.at(-1)).toEqual({ method: 'POST', body: '{"olá":1}', host, secret: 'Bearer word' });
    const busy = await call('/busy');
    expect([busy.status, busy.headers.get('Retry-After')]).toEqual([429, '7']);
    expect((await call('/empty')).status).toBe(204);
    expect(await (await call('/packed')).json()).toEqual({ a: 1 });
  });

  test('follows no redirect', async () => expect((await call('/inside')).status).toBe(302));

  test('aborts responses that are too long or never end', async () => {
    expect(await reason(call('/long').then((reply) => reply.text()))).toBe('too_large');
    const read = call('/never', { timeoutMs: 100 }).then((reply) => reply.text());
    expect(await reason(read)).not.toBe('answered');
  });

  test('stops when the caller aborts', async () => {
    expect(await reason(call('/', { signal: AbortSignal.abort() }))).toBe('network');
  });
});

describe('internal networks', () => {
  test('are blocked unless the operator allows that host and port', async () => {
    expect(await reason(call('/', {}, []))).toBe('not_public');
    expect(await reason(call('/', {}, ['localhost:1']))).toBe('not_public');
    expect(await reason(call('/', {}, [`other.host:${server.port}`]))).toBe('not_public');
  });

  test.each([
    '169.254.169.254',
    'fe80::1',
    '::',
    '0.0.0.0',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
    '100.100.100.200',
  ])('block addresses that may serve credentials even when allowed: %s', (address) => {
    expect(callableNetwork(['meta.lan:80']).isInternal?.('meta.lan', 80, address)).toBe(false);
  });

  test.each([
    ['8.8.8.8', 443, true],
    ['8.8.8.8', 11434, true],
    ['8.8.8.8', 25, false],
    ['10.0.0.1', 443, false],
  ])('%s at %i: %p', (address, port, isOpen) => {
    expect(callableNetwork([]).isAllowed(address, port)).toBe(isOpen);
  });
});

describe('external hosts', () => {
  const openOutside = (address: string, network = callableNetwork(['n8n.example:80'])) =>
    reason(connectionTo({ ...network, resolve: async () => ['93.184.216.34'] }, new URL(address)));

  test('require TLS unless the operator allows that host and port', async () => {
    expect(await openOutside('http://erp.example/hook')).toBe('plain');
    expect(await openOutside('http://n8n.example:8080/hook')).toBe('plain');
    expect(await openOutside('http://n8n.example/hook')).toBe('answered');
    expect(await openOutside('https://erp.example/hook')).toBe('answered');
  });

  test('serve public files over http as well', async () => {
    const open = (isPublicFile?: true) =>
      reason(
        createSafeCall({
          ...callableNetwork([]),
          resolve: async () => ['127.0.0.1'],
          isAllowed: () => true,
        })(`http://files.example:${server.port}/`, { timeoutMs: 3_000, maxBytes: 1_000, isPublicFile }),
      );
    expect([await open(), await open(true)]).toEqual(['plain', 'answered']);
  });

  test('are limited to the allowed hosts, for calls and previews', async () => {
    const hosts = ['hooks.example', '*.openai.example'];
    const found: Record<string, [string, string]> = {};
    for (const host of ['hooks.example', 'HOOKS.example.', 'eu.api.openai.example', 'n8n.lan'])
      found[host] = await both(host);
    expect(new Set(Object.values(found).flat())).toEqual(new Set(['answered']));
    for (const host of ['openai.example', 'evilhooks.example', 'hooks.example.evil', '93.184.216.34'])
      expect([host, await both(host)]).toEqual([host, ['not_named', 'not_named']]);

    async function both(host: string): Promise<[string, string]> {
      const networks = [callableNetwork(['n8n.lan:5678'], hosts), namedInternet(hosts, ['n8n.lan:5678'])];
      const [called = '', shown = ''] = await Promise.all(
        networks.map((network) => openOutside(`https://${host}/`, network)),
      );
      return [called, shown];
    }
  });
});
