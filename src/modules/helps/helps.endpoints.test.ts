import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { helps } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type PersonName, setSuper } from '@test/support/people.ts';
import { videoCode } from './helps.schema.ts';
import type { HelpPage, HelpView } from './helps.views.ts';

const VIDEO = 'M7lc1UVf-VE';
const ONE = { title: 'Primeiros passos', video: VIDEO, description: 'Do zero.' };

const PICTURE = `https://i.ytimg.com/vi/${VIDEO}/mqdefault.jpg`;

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'ana');
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await testApp.kernel.platform.write((tx) => tx.delete(helps));
});

type Answer = HelpView & HelpPage & { error: string; message: string };
const call = async (who: PersonName | undefined, method: string, path = '', body?: unknown) =>
  (await testApp.as(who)).json<Answer>(method, `/helps${path}`, body);
const add = async (more: object = {}) => (await call('ana', 'POST', '', { ...ONE, ...more })).body;

describe('writing help videos', () => {
  test('is allowed to platform administrators only', async () => {
    const { id } = await add();
    expect((await call('bia', 'GET', `/${id}`)).body).toMatchObject({ ...ONE, link: null });
    expect((await call('ana', 'PUT', `/${id}`, { ...ONE, title: 'Outro' })).body.title).toBe('Outro');
    for (const who of ['rui', 'bia', 'davi'] as const) {
      const replies = [
        await call(who, 'POST', '', ONE),
        await call(who, 'PUT', `/${id}`, ONE),
        await call(who, 'DELETE', `/${id}`),
      ];
      for (const { status, body } of replies)
        expect({ status, error: body.error }).toEqual({ status: 403, error: 'ERR_NO_SUPER' });
    }
    expect((await call(undefined, 'GET')).status).toBe(401);
    expect((await call('ana', 'DELETE', `/${id}`)).body.message).toBe('Help deleted');
    expect((await call('bia', 'GET', `/${id}`)).body.error).toBe('ERR_NO_HELP_FOUND');
    expect((await call('ana', 'DELETE', `/${id}`)).body.error).toBe('ERR_NO_HELP_FOUND');
  });

  const bad: [body: object, error: string][] = [
    [{}, 'Obrigatório'],
    [{ ...ONE, title: ' ' }, 'Obrigatório'],
    [{ ...ONE, title: 'ab' }, 'Muito curto!'],
    [{ ...ONE, title: 'x'.repeat(101) }, 'Muito longo!'],
    [{ ...ONE, video: 7 }, 'Valor inválido'],
    [{ ...ONE, video: 'https://vimeo.com/1' }, 'Este não é um vídeo do YouTube'],
    [{ ...ONE, video: '"><script>1' }, 'Este não é um vídeo do YouTube'],
    [{ ...ONE, description: 'x'.repeat(1001) }, 'Muito longo!'],
  ];
  for (const [body, error] of bad)
    test(`is refused: ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const reply = await call('ana', 'POST', '', body);
      expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 400, error });
    });

  test('takes a help without a video, as existing clients send it', async () => {
    const { video: _none, ...text } = ONE;
    for (const body of [{ ...text, video: '' }, text]) {
      const { status, body: help } = await call('ana', 'POST', '', body);
      expect([status, help.video]).toEqual([200, '']);
      expect((await (await testApp.as('bia')).raw(`/helps/${help.id}/thumbnail`)).status).toBe(204);
    }
    const { text: page } = await (await testApp.as('bia')).page('/helps');
    expect(page).toContain('Do zero.');
    expect(page).not.toContain('/player');
  });

  const addresses: [text: string, code: string | undefined][] = [
    [VIDEO, VIDEO],
    [`https://www.youtube.com/watch?v=${VIDEO}&t=10s`, VIDEO],
    [`youtu.be/${VIDEO}?si=x`, VIDEO],
    [`https://m.youtube.com/shorts/${VIDEO}`, VIDEO],
    [`https://www.youtube-nocookie.com/embed/${VIDEO}`, VIDEO],
    [`https://evil.test/watch?v=${VIDEO}`, undefined],
    [`https://youtube.com.evil.test/watch?v=${VIDEO}`, undefined],
    [`${VIDEO}x`, undefined],
    ['javascript:alert(1)', undefined],
  ];
  for (const [text, code] of addresses)
    test(`reads the video code of ${text}`, () => {
      expect(videoCode(text)).toBe(code);
    });
});

describe('reading help videos', () => {
  test('is open to everyone, sorted by title, searchable and paged', async () => {
    for (let n = 10; n < 33; n += 1)
      await add({ title: `Vídeo ${n}`, description: n === 12 ? '100% novo' : '' });
    const { body } = await call('davi', 'GET', '?pageNumber=2');
    expect(body.records.map(({ title }) => title)).toEqual(['Vídeo 30', 'Vídeo 31', 'Vídeo 32']);
    expect(body).toMatchObject({ count: 23, hasMore: false });
    expect((await call('bia', 'GET', '?searchParam=0%25')).body.records).toHaveLength(1);
    expect((await call('bia', 'GET', '/list')).body).toHaveLength(23);
  });

  test('receives changes on all open pages', async () => {
    const received = await testApp.listenAs('davi');
    const { id } = await add();
    await call('ana', 'DELETE', `/${id}`);
    await testApp.settle();
    expect(received.filter(({ channel }) => channel === 'help').map(({ data }) => data)).toMatchObject([
      { action: 'create', record: { id } },
      { action: 'delete', id },
    ]);
  });
});

describe('help page', () => {
  test('allows one frame source on that page only', async () => {
    await add();
    const bia = await testApp.as('bia');
    const policy = async (path: string) =>
      (await bia.raw(path, { headers: { Accept: 'text/html' } })).headers.get('Content-Security-Policy') ??
      '';
    expect(await policy('/helps')).toEndWith('; frame-src https://www.youtube-nocookie.com');
    expect(await policy('/tags')).not.toContain('youtube');
    const { text } = await bia.page('/helps');
    expect(text).toContain('Ajuda');
    expect(text).not.toContain('https://www.youtube');
    expect(text).not.toContain('ytimg');
  });

  test('fetches thumbnails through the server, once, and retries missing ones later', async () => {
    const { id } = await add();
    const bia = await testApp.as('bia');
    const picture = () => bia.raw(`/helps/${id}/thumbnail`);
    expect((await picture()).status).toBe(204);
    testApp.web.pages.set(PICTURE, { mime: 'image/jpeg', bytes: new Uint8Array([255, 216, 255]) });
    expect((await picture()).status).toBe(204);
    testApp.clock.advance(600_000);
    const first = await picture();
    expect(first.headers.get('Content-Type')).toBe('image/jpeg');
    expect((await first.bytes()).length).toBe(3);
    await picture();
    expect(testApp.web.asked).toEqual([PICTURE, PICTURE]);
  });
});

describe('help tab of the settings', () => {
  test('is shown to platform administrators only', async () => {
    await add({ title: 'Do começo' });
    const page = await (await testApp.as('ana')).page('/settings/helps');
    expect(page.text).toContain('Do começo');
    expect(page.text).toContain('Código do vídeo');
    const rui = await (await testApp.as('rui')).page('/settings');
    expect(rui.text).not.toContain('/settings/helps');
  });
});
