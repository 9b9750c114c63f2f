import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { contacts, messages, tickets } from '@db/tenant/schema/index.ts';
import type { TestApp } from '@test/support/deps.ts';
import { createFilledApp, type Fixtures } from '@test/support/fixtures.ts';
import { VERSION } from '@/version.ts';

const FRIEND = 'https://painel.example';
const STRANGER = 'https://other.example';

let testApp: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp({ env: { ALLOWED_ORIGINS: FRIEND } }));
});
afterAll(() => testApp.stop());

describe('URL spellings', () => {
  const spellings = [
    '/tags/',
    '/api/tags',
    '/api/tags/',
    '/tags?pageNumber=1',
    '/tags/?pageNumber=1',
    '/Tags/',
  ];
  for (const path of spellings) {
    test(`${path} is equivalent to /tags`, async () => {
      const bia = await testApp.as('bia');
      const plain = await bia.json('GET', '/tags');
      expect(await bia.json('GET', path)).toMatchObject({ status: 200, body: plain.body });
    });
  }

  test('HEAD returns the headers of GET', async () => {
    const bia = await testApp.as('bia');
    const head = await bia.raw('/tags/list', { method: 'HEAD', headers: { Accept: 'application/json' } });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('Content-Type')).toStartWith('application/json');
  });

  test('ids, keys and tokens are case-sensitive', async () => {
    const { companyId } = fixtures;
    const ana = await testApp.as('ana');
    expect((await ana.json('GET', `/Companies/listplan/${companyId}`)).status).toBe(200);
    expect((await ana.json('PUT', '/Settings/CheckMsgIsGroup', { value: 'enabled' })).status).toBe(200);
    expect((await ana.json('PUT', '/settings/checkmsgisgroup', { value: 'enabled' })).status).toBe(404);
  });

  test('a browser gets the page where a client gets JSON', async () => {
    const bia = await testApp.as('bia');
    expect((await bia.page('/tags')).headers.get('Content-Type')).toStartWith('text/html');
    expect((await bia.json('GET', '/tags')).headers.get('Content-Type')).toStartWith('application/json');
  });

  test('/version returns JSON to browsers too', async () => {
    const reply = await (await testApp.as()).raw('/version', { headers: { Accept: 'text/html' } });
    expect([reply.status, await reply.json()]).toEqual([200, { version: VERSION }]);
  });

  test.each([
    ['PUT', '/tickets', 'GET, HEAD, POST'],
    ['DELETE', '/api/Tickets/', 'GET, HEAD, POST'],
    ['PATCH', '/api/v1/tags', 'GET, HEAD, POST'],
    ['DELETE', '/login', 'GET, HEAD, POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('%s %s returns 405 with the allowed methods', async (method, path, allowed) => {
    const reply = await (await testApp.as('ana')).raw(path, { method, headers: { Accept: '*/*' } });
    const { code, error } = (await reply.json()) as Record<string, string>;
    expect({ status: reply.status, allow: reply.headers.get('Allow'), code: code ?? error }).toEqual({
      ...{ status: 405, allow: allowed, code: 'ERR_METHOD_NOT_ALLOWED' },
    });
  });

  test('unknown paths return a JSON error', async () => {
    for (const path of ['/api/nothing', '/nothing', '/public/x.png']) {
      expect(await (await testApp.as('bia')).json('GET', path)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NOT_FOUND' },
      });
    }
  });
});

describe('contract pagination', () => {
  async function addRows(): Promise<void> {
    const scope = await testApp.systemScope();
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
    await scope.write(async (tx) => {
      for (let n = 1; n <= 45; n += 1) {
        const number = `55118${String(n).padStart(8, '0')}`;
        const [contact] = await tx.db
          .insert(contacts)
          .values({ name: `Pessoa ${n}`, number })
          .returning();
        const base = {
          contactId: contact?.id ?? 0,
          connectionId: fixtures.connectionId,
          queueId: fixtures.queueId,
        };
        await tx.db
          .insert(tickets)
          .values({ ...base, uuid: tx.kernel.ids.uuid(), status: 'pending', updatedAt: at(n) });
      }
      const row = {
        ticketId: fixtures.ticketId,
        connectionId: fixtures.connectionId,
        chatId: fixtures.contactId,
      };
      const sent = { author: 'me', fromMe: true, origin: 'agent', mediaType: 'conversation' } as const;
      for (let n = 1; n <= 30; n += 1) {
        await tx.db
          .insert(messages)
          .values({ ...row, ...sent, wid: `P${n}`, body: `fala ${n}`, sentAt: at(n) });
      }
    });
  }

  beforeAll(addRows);

  type Page = { count: number; hasMore: boolean } & Record<string, { id: number | string }[]>;
  const lists = [
    { list: 'tickets', path: () => '/tickets?status=pending', size: 40 },
    { list: 'contacts', path: () => '/contacts?searchParam=', size: 30 },
    { list: 'messages', path: () => `/messages/${fixtures.ticketId}?peek=true`, size: 20 },
  ];
  for (const { list, path, size } of lists) {
    test(`${list}: ${size} per page, no duplicates, hasMore until the last page`, async () => {
      const ana = await testApp.as('ana');
      const read = async (page: number) => (await ana.json<Page>('GET', `${path()}&pageNumber=${page}`)).body;
      const [first, second] = [await read(1), await read(2)];
      expect(first[list]).toHaveLength(size);
      expect(first.hasMore).toBe(true);
      expect(second.hasMore).toBe(false);
      const ids = [...(first[list] ?? []), ...(second[list] ?? [])].map(({ id }) => id);
      expect(new Set(ids).size).toBe(first.count);
      expect(await read(99)).toMatchObject({ [list]: [], hasMore: false, count: first.count });
    });
  }

  test('sorts tickets newest first, and messages oldest first with the newest page first', async () => {
    const ana = await testApp.as('ana');
    const { body: list } = await ana.json<{ tickets: { updatedAt: string }[] }>(
      'GET',
      '/tickets?status=pending',
    );
    const times = list.tickets.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual([...times].sort().reverse());
    const talk = await ana.json<{ messages: { body: string }[] }>(
      'GET',
      `/messages/${fixtures.ticketId}?peek=true`,
    );
    expect(talk.body.messages.map(({ body }) => body).slice(-2)).toEqual(['fala 29', 'fala 30']);
    expect(talk.body.messages[0]?.body).toBe('fala 11');
  });

  test('rejects an invalid page number', async () => {
    for (const page of ['0', '-1', 'x', '1.5']) {
      expect(await (await testApp.as('ana')).json('GET', `/tickets?pageNumber=${page}`)).toMatchObject({
        status: 400,
      });
    }
  });
});

describe('media URLs', () => {
  async function mediaUrl(): Promise<string> {
    const { body } = await (await testApp.as('ana')).json<{ messages: { mediaUrl: string | null }[] }>(
      'GET',
      `/messages/${fixtures.ticketId}?peek=true&around=${fixtures.imageId}`,
    );
    const url = body.messages.find((message) => message.mediaUrl !== null)?.mediaUrl;
    if (!url) throw new Error('no message has a medium');
    return url;
  }

  test('are absolute and open without a session', async () => {
    const url = new URL(await mediaUrl());
    expect(url.origin).toBe('http://desk.test');
    const response = await (await testApp.as()).raw(url.pathname + url.search);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('image/png');
  });

  test('can be read from an allowed origin, with and without script', async () => {
    const url = new URL(await mediaUrl());
    const read = async (origin: string) =>
      (await testApp.as()).raw(url.pathname + url.search, { headers: { Origin: origin } });
    const friend = await read(FRIEND);
    expect(friend.headers.get('Access-Control-Allow-Origin')).toBe(FRIEND);
    expect(friend.headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect(friend.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect((await read(STRANGER)).headers.get('Access-Control-Allow-Origin')).toBeNull();
    const asked = {
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    };
    const preflight = await (await testApp.as()).raw(url.pathname, {
      method: 'OPTIONS',
      headers: { Origin: FRIEND, ...asked },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain('authorization');
  });
});

describe('cross-origin requests', () => {
  const ask = async (origin: string, init: RequestInit = {}) =>
    (await testApp.as('ana')).raw('/tags', { ...init, headers: { Origin: origin, ...init.headers } });

  test('an allowed origin reads and writes with credentials', async () => {
    const preflight = await ask(FRIEND, {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'authorization' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe(FRIEND);
    expect(preflight.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain('authorization');
    const reply = await ask(FRIEND);
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBe(FRIEND);
    expect(reply.headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect(reply.headers.get('Vary')).toContain('Origin');
  });

  test('an allowed origin reaches /api/v1 by token, and reads its limits', async () => {
    const preflight = await (await testApp.as()).raw('/api/v1/tags', {
      method: 'OPTIONS',
      headers: { Origin: FRIEND, 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe(FRIEND);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('Idempotency-Key');
    const call = async (Origin: string) =>
      (await (await testApp.as()).raw('/api/v1/tags', { headers: { Origin } })).headers;
    expect((await call(FRIEND)).get('Access-Control-Allow-Origin')).toBe(FRIEND);
    expect((await call(FRIEND)).get('Access-Control-Expose-Headers')).toContain('Retry-After');
    expect((await call(STRANGER)).get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('an allowed origin can read the reason for a refusal', async () => {
    const response = await (await testApp.as()).raw('/tags', { headers: { Origin: FRIEND } });
    expect(response.status).toBe(401);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(FRIEND);
  });

  test('any other origin gets no CORS headers and can write nothing', async () => {
    expect((await ask(STRANGER)).headers.get('Access-Control-Allow-Origin')).toBeNull();
    const init = { method: 'POST', body: '{"name":"Fora"}', headers: { 'Content-Type': 'application/json' } };
    const refused = await ask(STRANGER, init);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: 'ERR_BAD_ORIGIN' });
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});
