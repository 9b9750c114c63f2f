import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { messages, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, media } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';

const BYTES = Uint8Array.from({ length: 100 }, (_, n) => n);

let testApp: TestApp;
let system: Scope;
let key: string;
let path: string;
let signed: string;

beforeAll(async () => {
  testApp = await createTestApp();
  system = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  testApp.whatsapp.media = BYTES;
  await testApp.listener.onMessages({ companyId: system.companyId, connectionId }, [
    inbound({ content: media() }),
  ]);
  await system.write(async (tx) => {
    await tx.db.update(tickets).set({ queueId: testApp.people.queueId.Vendas });
  });
  await testApp.settle();
  key = (await system.db.select().from(messages))[0]?.mediaPath ?? '';
  path = `/media/${system.companyId}/${key}`;
  signed = system.kernel.storage.signedPath(system.companyId, key);
});
afterAll(() => testApp.stop());

const get = async (who: PersonName | undefined, address: string, init: RequestInit = {}) =>
  (await testApp.as(who)).raw(address, init);

describe('access to media', () => {
  test('by session requires access to the conversation and hides it from others', async () => {
    const answers: [PersonName | undefined, number][] = [
      ['ana', 200],
      ['rui', 200],
      ['bia', 200],
      ['caio', 404],
      ['davi', 404],
      [undefined, 404],
    ];
    for (const [who, status] of answers) expect([who, (await get(who, path)).status]).toEqual([who, status]);
  });

  test('by signature needs no session', async () => {
    const response = await get(undefined, signed);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES);
  });

  test('is denied while the company is disabled or expired', async () => {
    const setCompany = (change: Partial<typeof companies.$inferInsert>) =>
      system.kernel.platform.write((tx) =>
        tx.update(companies).set(change).where(eq(companies.id, system.companyId)),
      );
    for (const [change, code] of [
      [{ status: false }, 'ERR_COMPANY_DISABLED'],
      [{ dueDate: new Date(testApp.clock.now.getTime() - 1) }, 'ERR_SUBSCRIPTION_EXPIRED'],
    ] as const) {
      await setCompany(change);
      for (const method of ['GET', 'HEAD'])
        expect((await get(undefined, signed, { method })).status).toBe(403);
      const reply = await get(undefined, signed, { headers: { Accept: 'application/json' } });
      await setCompany({ status: true, dueDate: null });
      expect(await reply.json()).toMatchObject({ error: code });
    }
    expect((await get(undefined, signed)).status).toBe(200);
  });

  test('uses the signed URL of messages, which is stable all day', async () => {
    const { body } = await (await testApp.as('bia')).json<{ messages: { mediaUrl: string }[] }>(
      'GET',
      '/messages/1?peek=true',
    );
    expect(body.messages[0]?.mediaUrl).toBe(`http://desk.test${signed}`);
    expect(system.kernel.storage.signedPath(system.companyId, key)).toBe(signed);
  });

  test('rejects a signature altered in any part', async () => {
    const url = new URL(signed, 'http://desk.test');
    const [expires = '', signature = ''] = [url.searchParams.get('e') ?? '', url.searchParams.get('s') ?? ''];
    const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const forged = [
      `${path}?e=${expires}&s=${flipped}`,
      `${path}?e=${Number(expires) + 1}&s=${signature}`,
      `${path}?e=&s=${signature}`,
      `${path}?e=${expires}`,
      `${path}?e=${expires}&s=`,
      `/media/${testApp.people.companyId.boreal}/${key}?e=${expires}&s=${signature}`,
      `/media/${system.companyId}/202601/${'A'.repeat(32)}.jpg?e=${expires}&s=${signature}`,
    ];
    for (const address of forged)
      expect([address, (await get(undefined, address)).status]).toEqual([address, 404]);
  });

  test('ends after two days at most', async () => {
    const before = testApp.clock.now;
    testApp.clock.advance(24 * 3_600_000);
    expect((await get(undefined, signed)).status).toBe(200);
    testApp.clock.advance(24 * 3_600_000);
    expect((await get(undefined, signed)).status).toBe(404);
    testApp.clock.now = before;
  });

  test('by a session of a disabled company is denied', async () => {
    const bia = await testApp.as('bia');
    const set = (status: boolean) =>
      testApp.kernel.platform.write((tx) =>
        tx.update(companies).set({ status }).where(eq(companies.id, system.companyId)),
      );
    await set(false);
    const refused = await bia.raw(path);
    await set(true);
    expect(refused.status).toBe(403);
    expect((await bia.raw(path)).status).toBe(200);
  });

  test('rejects paths outside the media folder', async () => {
    const company = `/media/${system.companyId}`;
    const hostile = [
      `${company}/..%2f..%2f..%2fsecrets.json`,
      `${company}/202603/..%2f..%2fcompany.db`,
      `${company}/..%2f202603/x.db`,
      `${company}/%2e%2e/company.db`,
      `${company}/202603/company.db%00.jpg`,
      `${company}/202603/${key.split('/')[1]}%00`,
      `${company}/202603%5c..%5c..%5ccompany.db/x.jpg`,
      `/media/../${key}`,
      `/media/1e0/${key}`,
      `/media/-1/${key}`,
      `/media/x/${key}`,
      `/media/999/${key}`,
      `/media/${system.companyId}/${key}/`,
    ];
    for (const address of hostile) {
      const { status } = await get('ana', address);
      // 1 and 1e0 are the same company id, the session's own.
      const mayBe = address.includes('1e0') ? [200, 404] : [404];
      expect([address, mayBe.includes(status)]).toEqual([address, true]);
    }
    for (const bad of ['../x', '202603/../../x.db', '202603/x\0.jpg', '202603/short.jpg', '', '202603/'])
      expect(() => system.kernel.storage.pathOf(system.companyId, bad)).toThrow('ERR_NOT_FOUND');
  });
});

describe('media response', () => {
  const serve = (range?: string, method = 'GET') =>
    get('bia', path, { method, headers: range ? { Range: range } : {} });

  test('contains the whole file with a restrictive policy', async () => {
    const response = await serve();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '100',
      'accept-ranges': 'bytes',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(response.headers.get('cache-control')).toContain('private');
  });

  const ranges: [string, number, string | null, number[]][] = [
    ['bytes=0-9', 206, 'bytes 0-9/100', [0, 10]],
    ['bytes=90-', 206, 'bytes 90-99/100', [90, 100]],
    ['bytes=-5', 206, 'bytes 95-99/100', [95, 100]],
    ['bytes=-500', 206, 'bytes 0-99/100', [0, 100]],
    ['bytes=50-5000', 206, 'bytes 50-99/100', [50, 100]],
    ['bytes=99-99', 206, 'bytes 99-99/100', [99, 100]],
    ['bytes=100-', 416, 'bytes */100', [0, 0]],
    ['bytes=-0', 416, 'bytes */100', [0, 0]],
    ['bytes=9-3', 416, 'bytes */100', [0, 0]],
    ['bytes=0-1,5-6', 200, null, [0, 100]],
    ['bytes=-', 200, null, [0, 100]],
    ['lines=0-1', 200, null, [0, 100]],
    ['bytes=x-y', 200, null, [0, 100]],
  ];
  for (const [range, status, contentRange, [start, end]] of ranges) {
    test(`${range} is ${status}`, async () => {
      const response = await serve(range);
      expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES.slice(start, end));
    });
  }

  test('to HEAD has the same headers without a body', async () => {
    const response = await serve(undefined, 'HEAD');
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '100']);
    expect((await response.arrayBuffer()).byteLength).toBe(0);
    expect((await serve('bytes=0-9', 'HEAD')).status).toBe(206);
  });

  test('forces a download of active or unknown types with a safe file name', async () => {
    const kinds: [string | null, string | null, string, string][] = [
      ['text/html', 'a.html', 'application/octet-stream', "attachment; filename*=UTF-8''a.html"],
      ['image/svg+xml', 'a.svg', 'application/octet-stream', "attachment; filename*=UTF-8''a.svg"],
      ['application/xhtml+xml', null, 'application/octet-stream', 'attachment'],
      [null, null, 'application/octet-stream', 'attachment'],
      ['', 'x', 'application/octet-stream', "attachment; filename*=UTF-8''x"],
      ['IMAGE/PNG', null, 'IMAGE/PNG', 'inline'],
      ['audio/ogg; codecs=opus', null, 'audio/ogg; codecs=opus', 'inline'],
      ['image/png; x=\r\nSet-Cookie: a=b', null, 'image/png', 'inline'],
      ['image/png; é=😀', null, 'image/png', 'inline'],
      [
        'application/pdf',
        'a"\r\nX: y;/../ç.pdf',
        'application/pdf',
        "inline; filename*=UTF-8''a%22__X%3A%20y%3B_.._%C3%A7.pdf",
      ],
      ['video/mp4', '\ud83d', 'video/mp4', "inline; filename*=UTF-8''%EF%BF%BD"],
    ];
    for (const [mediaMime, mediaName, type, disposition] of kinds) {
      await system.write(async (tx) => {
        await tx.db.update(messages).set({ mediaMime, mediaName });
      });
      const { status, headers } = await serve();
      expect([mediaMime, status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
        mediaMime,
        200,
        type,
        disposition,
      ]);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  test('is 404 for a deleted file', async () => {
    await system.kernel.storage.remove(system.companyId, key);
    expect((await serve()).status).toBe(404);
    expect((await get(undefined, signed)).status).toBe(404);
  });
});
