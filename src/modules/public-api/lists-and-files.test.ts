import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contactListItems, contactLists, messages, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { PNG } from '@test/support/fixtures.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { FetchRefused } from '@/core/security/safe-fetch.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { tokenFor } from './token.test-support.ts';

let testApp: TestApp;
let token: string;
let connectionId: number;
let ticketId = 0;
beforeAll(async () => {
  testApp = await createTestApp();
  token = await tokenFor(await testApp.scopeOf('ana'));
  connectionId = await addConnection(testApp);
  const target = { companyId: testApp.people.companyId.aurora, connectionId };
  const texts = Array.from({ length: 130 }, (_, n) => inbound({ from: MARIA, text: `linha ${n}` }));
  await testApp.listener.onMessages(target, texts);
  await testApp.settle();
  const scope = await testApp.scopeOf('ana');
  const [ticket] = await scope.db.select().from(tickets);
  ticketId = ticket?.id ?? 0;
  const open = { status: 'open' as const, userId: testApp.people.userId.ana };
  await scope.write((tx) => tx.db.update(tickets).set(open).where(eq(tickets.id, ticketId)));
});
afterAll(() => testApp.stop());

type Reported = {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { data: { id: unknown }[] };
};

async function ask(method: string, path: string, init: RequestInit = {}, bearer = token): Promise<Reported> {
  const headers = { Authorization: `Bearer ${bearer}`, ...init.headers };
  const request = new Request(`http://desk.test/api/v1${path}`, { method, ...init, headers });
  const reply = await testApp.app.fetch(request);
  await testApp.settle();
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: text === '' ? {} : JSON.parse(text) };
}
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', ...headers },
});

async function walk(path: string, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let after: string | null = null;
  do {
    const more = after === null ? '' : `&after=${encodeURIComponent(after)}`;
    const { body } = await ask('GET', `${path}?limit=${limit}${more}`);
    pages.push(body.data.map(({ id }) => String(id)));
    after = body.next as string | null;
  } while (after !== null && pages.length < 20);
  return pages;
}

describe('page of the public API', () => {
  test('holds a hundred rows regardless of the contract’s page size', async () => {
    const pages = await walk(`/tickets/${ticketId}/messages`, 100);
    expect(pages.map(({ length }) => length)).toEqual([100, 30]);
    const scope = await testApp.systemScope();
    const all = await scope.db.select({ id: messages.id }).from(messages).orderBy(asc(messages.id));
    expect(pages.flat()).toEqual(all.map(({ id }) => String(id)).reverse());
  });

  test('covers tags too, each row once', async () => {
    const scope = await testApp.scopeOf('ana');
    for (let n = 0; n < 110; n += 1)
      await createTag(scope, { name: `Tag ${n}`, color: '#123456', kanban: false });
    for (const limit of [100, 33]) {
      const pages = await walk('/tags', limit);
      expect(pages[0]).toHaveLength(limit);
      expect(new Set(pages.flat()).size).toBe(110);
      expect(pages.flat()).toHaveLength(110);
    }
  });
});

const folder = () =>
  join(testApp.kernel.config.dataDir, 'companies', String(testApp.people.companyId.aurora), 'media');
const files = () =>
  existsSync(folder())
    ? readdirSync(folder(), { recursive: true }).filter((name) => /\/.+\./.test(String(name))).length
    : 0;

const upload = (content: string | Uint8Array<ArrayBuffer>, key?: string): RequestInit => {
  const form = new FormData();
  form.set('body', 'Segue');
  form.append('medias', new File([content], 'foto.png', { type: 'image/png' }));
  return { body: form, headers: key === undefined ? {} : { 'Idempotency-Key': key } };
};
const to = () => `/tickets/${ticketId}/messages`;

describe('file upload', () => {
  test('is sent once per idempotency key and opens only by signed URL', async () => {
    const first = await ask('POST', to(), upload(PNG, 'foto-1'));
    expect(first.status).toBe(200);
    const held = files();
    const again = await ask('POST', to(), upload(PNG, 'foto-1'));
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(files()).toBe(held);
    expect(await ask('POST', to(), upload('outra', 'foto-1'))).toMatchObject({
      status: 422,
      body: { code: 'ERR_KEY_OF_ANOTHER_CALL' },
    });
    expect(files()).toBe(held);
    const [sent] = first.body.messages as { id: string }[];
    const { body } = await ask('GET', `/messages/${sent?.id}`);
    const stranger = await testApp.as();
    const address = new URL(body.mediaUrl as string);
    expect((await stranger.raw(address.pathname + address.search)).status).toBe(200);
    expect((await stranger.raw(address.pathname)).status).not.toBe(200);
  });

  test('leaves no file for an unknown ticket', async () => {
    const held = files();
    expect((await ask('POST', '/tickets/98765/messages', upload(PNG, 'x'))).status).toBe(404);
    expect((await ask('POST', '/tickets/98765/messages', upload(PNG))).status).toBe(404);
    expect(files()).toBe(held);
  });
});

describe('file of a schedule or campaign', () => {
  const one = (): RequestInit => {
    const form = new FormData();
    form.append('file', new File([PNG], 'foto.png', { type: 'image/png' }));
    return { body: form };
  };

  test('is uploaded separately and can be removed', async () => {
    const { body: contacts } = await ask('GET', '/contacts');
    const contactId = contacts.data[0]?.id;
    const planned = { contactId, body: 'Seu pedido chega hoje', sendAt: '2031-01-02T10:00:00Z' };
    const made = await ask('POST', '/schedules', json(planned));
    expect(made.status).toBe(200);
    const path = `/schedules/${made.body.id}`;
    expect((await ask('PUT', `${path}/file`, one())).status).toBe(200);
    expect((await ask('GET', path)).body.mediaName).toBe('foto.png');
    expect((await ask('PUT', `${path}/file`)).status).toBe(400);
    expect((await ask('PUT', '/schedules/98765/file', one())).status).toBe(404);
    expect((await ask('DELETE', `${path}/file`)).status).toBe(200);
    expect((await ask('GET', path)).body.mediaName).toBeNull();
  });
});

test('a campaign is created, started, stopped and started again', async () => {
  const contactListId = await (await testApp.systemScope()).write(async (tx) => {
    const [list] = await tx.db.insert(contactLists).values({ name: 'Clientes' }).returning();
    const person = { listId: list?.id ?? 0, name: 'Maria', isOnWhatsapp: true };
    const numbers = ['5511988887777', '5511988887778'];
    await tx.db.insert(contactListItems).values(numbers.map((number) => ({ ...person, number })));
    return person.listId;
  });
  const content = { name: 'Natal', message1: 'Oi', contactListId, whatsappId: connectionId };
  const made = await ask('POST', '/campaigns', json(content));
  const path = `/campaigns/${made.body.id}`;
  const state = async () => (await ask('GET', path)).body.status;
  expect(await state()).toBe('INATIVA');
  for (const [call, then] of [
    ['start', 'EM_ANDAMENTO'],
    ['stop', 'CANCELADA'],
    ['start', 'EM_ANDAMENTO'],
  ] as const) {
    expect((await ask('POST', `${path}/${call}`)).status).toBe(204);
    expect(await state()).toBe(then);
  }
  expect(await ask('POST', `${path}/start`)).toMatchObject({
    status: 400,
    body: { code: 'ERR_CAMPAIGN_NOT_CANCELLED' },
  });
  const bare = await ask('POST', '/campaigns', json({ ...content, contactListId: null }));
  const start = `/campaigns/${bare.body.id}/start`;
  expect(await ask('POST', start)).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } });
  expect((await ask('GET', `/campaigns/${bare.body.id}`)).body.status).toBe('INATIVA');
});

describe('file by URL', () => {
  const asked: string[] = [];
  const serve = (answer: () => Response) => {
    testApp.kernel.services.safeCall = async (url) => {
      asked.push(url);
      return answer();
    };
  };
  const call = (more: object = {}, key?: string, ticket = ticketId) =>
    ask(
      'POST',
      `/tickets/${ticket}/messages/from-url`,
      json(
        { url: 'https://loja.example/a/nota%20fiscal.png?x=1', ...more },
        key ? { 'Idempotency-Key': key } : {},
      ),
    );

  test('is fetched, typed by its bytes and sent once per idempotency key', async () => {
    serve(() => new Response(PNG, { headers: { 'Content-Type': 'text/html' } }));
    const first = await call({ body: 'Sua nota' }, 'nota-1');
    expect(first).toMatchObject({
      status: 200,
      body: { body: 'Sua nota', mediaType: 'image', mediaName: 'nota fiscal.png', mediaMime: 'image/png' },
    });
    const again = await call({ body: 'Sua nota' }, 'nota-1');
    expect(again.body).toEqual(first.body);
    expect(asked).toHaveLength(1);
  });

  const refusals: [what: string, answer: () => Response, reason: string][] = [
    ['is not there', () => new Response('no', { status: 404 }), 'status'],
    ['leads elsewhere', () => new Response(null, { status: 302 }), 'status'],
    ['is empty', () => new Response(''), 'empty'],
    [
      'is inside',
      () => {
        throw new FetchRefused('not_public');
      },
      'not_public',
    ],
    [
      'is too long',
      () =>
        new Response(
          new ReadableStream({
            start: (stream) => stream.enqueue(new Uint8Array(1000)),
            pull: (stream) => stream.error(new FetchRefused('too_large')),
          }),
        ),
      'too_large',
    ],
  ];
  for (const [what, answer, reason] of refusals)
    test(`is refused when it ${what} and leaves no file`, async () => {
      serve(answer);
      const held = files();
      expect(await call()).toMatchObject({ status: 422, body: { code: 'ERR_FILE_NOT_FETCHED', reason } });
      expect(files()).toBe(held);
    });

  test('is not fetched without ticket, HTTP URL or scope', async () => {
    serve(() => new Response('x'));
    const before = asked.length;
    expect((await call({}, undefined, 98_765)).status).toBe(404);
    expect((await call({ url: 'ftp://loja.example/a' })).status).toBe(400);
    const other = await tokenFor(await testApp.scopeOf('davi'));
    const path = `/tickets/${ticketId}/messages/from-url`;
    expect((await ask('POST', path, json({ url: 'https://x.example/a' }), other)).status).toBe(404);
    const reader = await tokenFor(await testApp.scopeOf('ana'), { scopes: ['read:messages'] });
    expect((await ask('POST', path, json({ url: 'https://x.example/a' }), reader)).status).toBe(403);
    expect(asked).toHaveLength(before);
  });
});
