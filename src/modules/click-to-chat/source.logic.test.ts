import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO, MARIA } from '@test/support/inbound.ts';
import { desc } from 'drizzle-orm';
import { sourceIn } from './source.logic.ts';

describe('sourceIn', () => {
  const known: [text: string, source: string | undefined][] = [
    ['Olá! Quero saber mais.\nRef: site-home', 'site-home'],
    ['oi Ref: Instagram-2 ', 'instagram-2'],
    ['Ref: a', 'a'],
    ['Ref: ', undefined],
    ['Ref: <b>x</b>', undefined],
    ['Ref: site home', undefined],
    ['href: site', undefined],
    ['Ref: site-home, obrigado', undefined],
    [`Ref: ${'a'.repeat(31)}`, undefined],
    ['', undefined],
  ];
  for (const [text, source] of known)
    test(`reads the source of "${text.slice(0, 40)}"`, () => expect(sourceIn(text)).toBe(source as never));

  test('finds the source in a very long text without delay', () => {
    expect(sourceIn(`${'ref: '.repeat(200_000)}fim`)).toBe('fim');
  });
});

describe('ticket source', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.stop());

  test('is set by a link’s first message, not by other messages', async () => {
    const connectionId = await addConnection(testApp);
    const scope = await testApp.systemScope();
    const texts = async (text: string, from = MARIA) => {
      await testApp.listener.onMessages({ companyId: scope.companyId, connectionId }, [
        inbound({ text, from }),
      ]);
      await testApp.settle();
      const [row] = await scope.db.select().from(tickets).orderBy(desc(tickets.id)).limit(1);
      return row?.source;
    };
    expect(await texts('Olá! Ref: site-home')).toBe('site-home');
    expect(await texts('e mais uma coisa')).toBe('site-home');
    expect(await texts('sem link', JOAO)).toBe('');
  });
});

describe('/widget.js', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.stop());

  test('is public, cached for an hour, small, and sets no cookie', async () => {
    const reply = await (await testApp.as()).raw('/widget.js');
    const text = await reply.text();
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toContain('javascript');
    expect(reply.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(reply.headers.get('Cache-Control')).toBe('public, max-age=3600');
    expect(reply.headers.get('Set-Cookie')).toBeNull();
    expect(text.length).toBeLessThan(4_000);
    expect(text).not.toMatch(/cookie|localStorage|fetch\(|XMLHttpRequest|sendBeacon|innerHTML|eval/);
  });
});
