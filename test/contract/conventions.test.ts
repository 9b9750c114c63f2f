import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { contacts, messages, tickets } from '@db/tenant/schema/index.ts';
import type { TestDesk } from '@test/support/deps.ts';
import { createFilledDesk, type World } from '@test/support/world.ts';
import { VERSION } from '@/version.ts';

const FRIEND = 'https://painel.example';
const STRANGER = 'https://other.example';

let desk: TestDesk;
let world: World;

beforeAll(async () => {
  ({ desk, world } = await createFilledDesk({ env: { ALLOWED_ORIGINS: FRIEND } }));
});
afterAll(() => desk.stop());

describe('one address in many spellings', () => {
  const spellings = [
    '/tags/',
    '/api/tags',
    '/api/tags/',
    '/tags?pageNumber=1',
    '/tags/?pageNumber=1',
    '/Tags/',
  ];
  for (const path of spellings) {
    test(`${path} is /tags`, async () => {
      const bia = await desk.as('bia');
      const plain = await bia.json('GET', '/tags');
      expect(await bia.json('GET', path)).toMatchObject({ status: 200, body: plain.body });
    });
  }

  test('HEAD says what GET would', async () => {
    const bia = await desk.as('bia');
    const head = await bia.raw('/tags/list', { method: 'HEAD', headers: { Accept: 'application/json' } });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('Content-Type')).toStartWith('application/json');
  });

  test('the case of an id, a key or a token counts', async () => {
    const { companyId } = world;
    const ana = await desk.as('ana');
    expect((await ana.json('GET', `/Companies/listplan/${companyId}`)).status).toBe(200);
    expect((await ana.json('PUT', '/Settings/CheckMsgIsGroup', { value: 'enabled' })).status).toBe(200);
    expect((await ana.json('PUT', '/settings/checkmsgisgroup', { value: 'enabled' })).status).toBe(404);
  });

  test('a browser gets the page where a client gets JSON', async () => {
    const bia = await desk.as('bia');
    expect((await bia.page('/tags')).headers.get('Content-Type')).toStartWith('text/html');
    expect((await bia.json('GET', '/tags')).headers.get('Content-Type')).toStartWith('application/json');
  });

  test('the version is JSON for a browser too', async () => {
    const reply = await (await desk.as()).raw('/version', { headers: { Accept: 'text/html' } });
    expect([reply.status, await reply.json()]).toEqual([200, { version: VERSION }]);
  });

  test('what is not there is an error in JSON', async () => {
    for (const path of ['/api/nothing', '/nothing', '/public/x.png']) {
      expect(await (await desk.as('bia')).json('GET', path)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NOT_FOUND' },
      });
    }
  });
});

describe('pages', () => {
  async function addRows(): Promise<void> {
    const scope = await desk.systemScope();
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
    await scope.write(async (tx) => {
      for (let n = 1; n <= 45; n += 1) {
        const number = `55118${String(n).padStart(8, '0')}`;
        const [contact] = await tx.db
          .insert(contacts)
          .values({ name: `Pessoa ${n}`, number })
          .returning();
        const place = {
          contactId: contact?.id ?? 0,
          connectionId: world.connectionId,
          queueId: world.queueId,
        };
        await tx.db
          .insert(tickets)
          .values({ ...place, uuid: tx.kernel.ids.uuid(), status: 'pending', updatedAt: at(n) });
      }
      const row = { ticketId: world.ticketId, connectionId: world.connectionId, chatId: world.contactId };
      const said = { author: 'me', fromMe: true, origin: 'agent', mediaType: 'conversation' } as const;
      for (let n = 1; n <= 30; n += 1) {
        await tx.db
          .insert(messages)
          .values({ ...row, ...said, wid: `P${n}`, body: `fala ${n}`, sentAt: at(n) });
      }
    });
  }

  beforeAll(addRows);

  type Page = { count: number; hasMore: boolean } & Record<string, { id: number | string }[]>;
  const lists = [
    { list: 'tickets', path: () => '/tickets?status=pending', size: 40 },
    { list: 'contacts', path: () => '/contacts?searchParam=', size: 30 },
    { list: 'messages', path: () => `/messages/${world.ticketId}?peek=true`, size: 20 },
  ];
  for (const { list, path, size } of lists) {
    test(`${list}: ${size} at a time, each row once, and hasMore until the last`, async () => {
      const ana = await desk.as('ana');
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

  test('tickets come latest first, messages oldest first with the newest page first', async () => {
    const ana = await desk.as('ana');
    const { body: list } = await ana.json<{ tickets: { updatedAt: string }[] }>(
      'GET',
      '/tickets?status=pending',
    );
    const times = list.tickets.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual([...times].sort().reverse());
    const talk = await ana.json<{ messages: { body: string }[] }>(
      'GET',
      `/messages/${world.ticketId}?peek=true`,
    );
    expect(talk.body.messages.map(({ body }) => body).slice(-2)).toEqual(['fala 29', 'fala 30']);
    expect(talk.body.messages[0]?.body).toBe('fala 11');
  });

  test('a page that is none is refused', async () => {
    for (const page of ['0', '-1', 'x', '1.5']) {
      expect(await (await desk.as('ana')).json('GET', `/tickets?pageNumber=${page}`)).toMatchObject({
        status: 400,
      });
    }
  });
});

describe('addresses of media', () => {
  async function mediaUrl(): Promise<string> {
    const { body } = await (await desk.as('ana')).json<{ messages: { mediaUrl: string | null }[] }>(
      'GET',
      `/messages/${world.ticketId}?peek=true&around=${world.imageId}`,
    );
    const url = body.messages.find((message) => message.mediaUrl !== null)?.mediaUrl;
    if (!url) throw new Error('no message has a medium');
    return url;
  }

  test('are absolute, and open without a session', async () => {
    const url = new URL(await mediaUrl());
    expect(url.origin).toBe('http://desk.test');
    const response = await (await desk.as()).raw(url.pathname + url.search);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('image/png');
  });

  test('may be read by pages of an allowed origin, with and without script', async () => {
    const url = new URL(await mediaUrl());
    const read = async (origin: string) =>
      (await desk.as()).raw(url.pathname + url.search, { headers: { Origin: origin } });
    const friend = await read(FRIEND);
    expect(friend.headers.get('Access-Control-Allow-Origin')).toBe(FRIEND);
    expect(friend.headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect(friend.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect((await read(STRANGER)).headers.get('Access-Control-Allow-Origin')).toBeNull();
    // Clients send their token with every request.
    const asked = {
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    };
    const preflight = await (await desk.as()).raw(url.pathname, {
      method: 'OPTIONS',
      headers: { Origin: FRIEND, ...asked },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain('authorization');
  });
});

describe('other origins', () => {
  const ask = async (origin: string, init: RequestInit = {}) =>
    (await desk.as('ana')).raw('/tags', { ...init, headers: { Origin: origin, ...init.headers } });

  test('an allowed one reads and writes with credentials', async () => {
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

  test('it also sees why it was refused', async () => {
    const response = await (await desk.as()).raw('/tags', { headers: { Origin: FRIEND } });
    expect(response.status).toBe(401);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(FRIEND);
  });

  test('any other one is told nothing, and writes nothing', async () => {
    expect((await ask(STRANGER)).headers.get('Access-Control-Allow-Origin')).toBeNull();
    const init = { method: 'POST', body: '{"name":"Fora"}', headers: { 'Content-Type': 'application/json' } };
    const refused = await ask(STRANGER, init);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: 'ERR_BAD_ORIGIN' });
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});
