import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { until } from '@test/support/until.ts';
import { isTooDeep } from './read-body.ts';

let testApp: TestApp;
let ana: Browser;
let stranger: Browser;

beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.as('ana');
  stranger = await testApp.as();
});
afterAll(() => testApp.stop());
beforeEach(() => testApp.clock.advance(3_600_000));

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

async function send(
  who: Browser,
  method: string,
  path: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const type = typeof body === 'string' && body.startsWith('{') ? 'application/json' : FORM;
  const reply = await who.raw(path, { method, body, headers: { 'Content-Type': type, ...headers } });
  return { status: reply.status, text: await reply.text() };
}

const asPage = { Accept: 'text/html' };
const json = (bytes: number) => JSON.stringify({ email: 'a@b.test', password: 'x'.repeat(bytes) });

function endless() {
  const counted = { bytes: 0, body: undefined as unknown as ReadableStream };
  counted.body = new ReadableStream({
    pull(to) {
      counted.bytes += 1_024;
      to.enqueue(new Uint8Array(1_024).fill(97));
    },
  });
  return counted;
}

function mediaFiles(): string[] {
  const root = join(
    testApp.kernel.config.dataDir,
    'companies',
    String(testApp.people.companyId.aurora),
    'media',
  );
  return existsSync(root)
    ? (readdirSync(root, { recursive: true }) as string[]).filter((name) => name.includes('.'))
    : [];
}

describe('an unauthenticated request', () => {
  test.each([
    ['/login', asPage],
    ['/auth/login', {}],
    ['/api/auth/login', {}],
  ])('sends at most sixteen kilobytes at %s', async (path, headers) => {
    const form = path === '/login';
    const words = (bytes: number) => (form ? `email=${'x'.repeat(bytes)}` : json(bytes));
    expect((await send(stranger, 'POST', path, words(10_000), headers)).status).not.toBe(413);
    const refused = await send(stranger, 'POST', path, words(20_000), headers);
    expect(refused.status).toBe(413);
    expect(refused.text.length).toBeLessThan(10_000);
    const type = form ? FORM : 'application/json';
    const counted = endless();
    const chunked = await send(stranger, 'POST', path, counted.body, { ...headers, 'Content-Type': type });
    expect(chunked.status).toBe(413);
    expect(counted.bytes).toBeLessThan(32_000);
    const announced = { ...headers, 'Content-Type': type, 'Content-Length': '90000000' };
    const unread = endless();
    expect((await send(stranger, 'POST', path, unread.body, announced)).status).toBe(413);
    expect(unread.bytes).toBeLessThan(8_000);
  });

  test('cannot send files', async () => {
    const file = '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\nx\r\n--b--\r\n';
    for (const [path, headers] of [
      ['/login', asPage],
      ['/auth/login', {}],
    ] as const)
      expect(
        (await send(stranger, 'POST', path, file, { 'Content-Type': MULTIPART, ...headers })).status,
      ).toBe(415);
  });

  test('gets no unknown form fields back', async () => {
    const reply = await send(
      stranger,
      'POST',
      '/login',
      'email=who%40x.test&password=&mark=INJECTED',
      asPage,
    );
    expect(reply.status).toBe(422);
    expect([reply.text.includes('who@x.test'), reply.text.includes('INJECTED')]).toEqual([true, false]);
  });
});

describe('a signed-in user', () => {
  test('sends at most a megabyte', async () => {
    const big = JSON.stringify({ name: 'x'.repeat(1_048_000), color: '#112233' });
    expect((await send(ana, 'POST', '/tags', big)).status).toBe(400);
    expect((await send(ana, 'POST', '/tags', `${big}${' '.repeat(2_000)}`)).status).toBe(413);
  });

  test('sends files only to routes that accept them, others do not read them', async () => {
    for (const path of ['/tags', '/api/tags', '/contacts', '/profile/language', '/settings/userRating']) {
      for (const headers of [{ 'Content-Type': MULTIPART }, { 'Content-Type': MULTIPART, ...asPage }]) {
        const counted = endless();
        const method = path.startsWith('/profile') || path.startsWith('/settings') ? 'PUT' : 'POST';
        const { status } = await send(ana, method, path, counted.body, headers);
        if (status !== 404) expect([path, status]).toEqual([path, 415]);
        expect(counted.bytes).toBeLessThan(8_000);
      }
    }
  });

  test('sends at most two hundred form fields', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=1`).join('&');
    expect((await send(ana, 'POST', '/tags', fields(200), asPage)).status).toBe(422);
    expect((await send(ana, 'POST', '/tags', fields(201), asPage)).status).toBe(400);
    const dense = await send(ana, 'POST', '/tags', '&'.repeat(1_000_000), asPage);
    expect(dense.status).toBe(400);
  });

  test('sends JSON of limited depth only', async () => {
    const deep = (levels: number) => `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect((await send(ana, 'POST', '/tags', deep(400_000))).status).toBe(400);
    expect((await send(ana, 'POST', '/tags', `{"name":${'['.repeat(900_000)}`)).status).toBe(400);
    expect([isTooDeep(deep(19)), isTooDeep(deep(20))]).toEqual([false, true]);
    expect(isTooDeep(JSON.stringify({ text: '[[[["\\'.repeat(50) }))).toBe(false);
  });

  test.each(['/tickets/new?contactId=100000000000000000000', '/messages/1?before=100000000000000000000'])(
    'gets 400 for %s',
    async (path) => {
      expect(
        (await send(ana, 'GET', path, undefined as never, path.includes('new') ? asPage : {})).status,
      ).toBe(400);
    },
  );

  test.each([
    ['POST', '/tickets', 'contactId=100000000000000000000&queueId=1e400'],
    ['POST', '/tickets', 'contactId[]=1&contactId=x'],
  ])('%s %s with %s: returns the form with 422', async (method, path, body) => {
    expect((await send(ana, method, path, body, asPage)).status).toBe(422);
  });
});

describe('uploads', () => {
  const part = (head: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  const file = (text = 'nome;telefone', name = 'a.csv') => part(`name="file"; filename="${name}"`, text);
  const upload = (body: BodyInit, headers: Record<string, string> = {}) =>
    send(ana, 'POST', '/contacts/upload', body, { 'Content-Type': MULTIPART, ...headers });

  test.each([
    ['no end', file().slice(0, -2)],
    ['no beginning', 'hello'],
    ['nothing', ''],
    ['a part without a head', '--b\r\n\r\nx\r\n--b--\r\n'],
    ['too many fields', `${part('name="x"', '1').repeat(100)}--b--\r\n`],
    ['a field of a megabyte', `${part('name="x"', 'a'.repeat(1_000_000))}--b--\r\n`],
    [
      'a head of a megabyte',
      `--b\r\nContent-Disposition: form-data; name="${'n'.repeat(1_000_000)}"\r\n\r\n`,
    ],
  ])('with %s are rejected as JSON and page and leave no file', async (_what, body) => {
    for (const headers of [{}, asPage]) {
      const { status } = await upload(body, headers);
      expect(status).toBeOneOf([400, 413, 422]);
    }
    expect(mediaFiles()).toEqual([]);
  });

  test('without a boundary are rejected', async () => {
    expect(
      (await upload(`${file()}--b--\r\n`, { 'Content-Type': 'multipart/form-data', ...asPage })).status,
    ).toBe(400);
  });

  test('that break off leave no file and free their slot', async () => {
    const cut = () =>
      new ReadableStream({
        start(to) {
          to.enqueue(new TextEncoder().encode(file('x'.repeat(100_000)).slice(0, -2)));
        },
        pull: (to) => to.error(new Error('gone')),
      });
    for (let n = 0; n < 6; n += 1) expect((await upload(cut())).status).toBe(400);
    expect(mediaFiles()).toEqual([]);
  });

  test('are measured while received and rejected early when too large', async () => {
    const counted = endless();
    const head = new TextEncoder().encode(file('', 'gross.csv').slice(0, -2));
    const reader = counted.body.getReader();
    const body = new ReadableStream({
      start: (to) => to.enqueue(head),
      async pull(to) {
        to.enqueue((await reader.read()).value as Uint8Array);
      },
    });
    expect((await upload(body)).status).toBe(413);
    expect(counted.bytes).toBeLessThan(6 * 1024 * 1024);
    expect(mediaFiles()).toEqual([]);
  });

  test('are limited to four at a time per user', async () => {
    const held: ReadableStreamDefaultController[] = [];
    const waiting = Array.from({ length: 4 }, () =>
      upload(new ReadableStream({ start: (to) => void held.push(to) })),
    );
    await until('four uploads', () => testApp.kernel.uploads.taken === 4);
    expect((await upload(`${file()}--b--\r\n`)).status).toBe(429);
    for (const one of held) one.error(new Error('gone'));
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect((await upload(`${file('nada')}--b--\r\n`)).status).toBe(400);
  });
});
