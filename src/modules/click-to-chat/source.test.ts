import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO, MARIA } from '@test/support/inbound.ts';
import { desc } from 'drizzle-orm';
import { sourceIn } from './source.ts';

describe('the source in a text', () => {
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
    test(`of "${text.slice(0, 40)}"`, () => expect(sourceIn(text)).toBe(source as never));

  test('is found at once in however long a text', () => {
    expect(sourceIn(`${'ref: '.repeat(200_000)}fim`)).toBe('fim');
  });
});

describe('a customer', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await createTestDesk();
  });
  afterAll(() => desk.stop());

  test('who followed a link brings its source to the ticket; what others write does not', async () => {
    const connectionId = await addConnection(desk);
    const scope = await desk.systemScope();
    const says = async (text: string, from = MARIA) => {
      await desk.listener.onMessages({ companyId: scope.companyId, connectionId }, [inbound({ text, from })]);
      await desk.settle();
      const [row] = await scope.db.select().from(tickets).orderBy(desc(tickets.id)).limit(1);
      return row?.source;
    };
    expect(await says('Olá! Ref: site-home')).toBe('site-home');
    expect(await says('e mais uma coisa')).toBe('site-home');
    expect(await says('sem link', JOAO)).toBe('');
  });
});

describe('/widget.js', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await createTestDesk();
  });
  afterAll(() => desk.stop());

  test('is anybody’s from any site, kept for an hour, small, and sets nothing', async () => {
    const reply = await (await desk.as()).raw('/widget.js');
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
