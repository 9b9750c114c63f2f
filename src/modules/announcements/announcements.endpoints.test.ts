import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { announcements } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { PNG } from '@test/support/fixtures.ts';
import { type PersonName, setSuper } from '@test/support/people.ts';
import { contractEvents } from '@/core/realtime/contract-events.ts';
import { PLATFORM } from '@/core/scope.ts';
import { CONTRACT } from '@/web/routes.ts';
import type { AnnouncementPage, AnnouncementView } from './announcements.views.ts';

const WORDS = { title: 'Manutenção', text: 'Hoje à noite.' };

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'ana');
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await testApp.kernel.platform.write((tx) => tx.delete(announcements));
});

type Answer = AnnouncementView & { error: string; mensagem: string };
const call = async (
  who: PersonName | undefined,
  method: string,
  path: string | number = '',
  body?: unknown,
) =>
  (await testApp.as(who)).json<Answer>(
    method,
    path === '' ? '/announcements' : `/announcements/${path}`,
    body,
  );
const write = async (more: object = {}) => (await call('ana', 'POST', '', { ...WORDS, ...more })).body;
const titlesOf = async (who: PersonName, query = '') => {
  const { body } = await (await testApp.as(who)).json<AnnouncementPage>('GET', `/announcements/${query}`);
  return body.records.map(({ title }) => title);
};
async function upload(who: PersonName, id: number, file: File | null) {
  const form = new FormData();
  if (file) form.set('file', file);
  return (await testApp.as(who)).upload<Answer>(`/announcements/${id}/media-upload`, form);
}
const png = (name = '../aviso.png') => new File([PNG], name, { type: 'image/png' });
async function receives(name: PersonName) {
  const received = await testApp.listenAs(name);
  return async () => {
    await testApp.settle();
    return received.splice(0).filter(({ channel }) => channel === 'announcement');
  };
}

describe('writing announcements', () => {
  test('defaults to low priority and active', async () => {
    expect(await write()).toMatchObject({ ...WORDS, priority: 3, status: true, mediaPath: null });
  });

  const bad: [body: object, error: string][] = [
    [{}, 'Obrigatório'],
    [{ title: ' ', text: 'x' }, 'Obrigatório'],
    [{ title: 'x', text: '\n' }, 'Obrigatório'],
    [{ ...WORDS, priority: 4 }, 'Valor inválido'],
    [{ ...WORDS, priority: 'alta' }, 'Valor inválido'],
    [{ ...WORDS, title: 'x'.repeat(101) }, 'Muito longo!'],
    [{ ...WORDS, text: 'x'.repeat(10_001) }, 'Muito longo!'],
  ];
  for (const [body, error] of bad)
    test(`is rejected: ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const reply = await call('ana', 'POST', '', body);
      expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 400, error });
    });

  test('requires a super administrator', async () => {
    const { id } = await write();
    for (const who of ['rui', 'bia', 'davi'] as const) {
      const replies = [
        await call(who, 'POST', '', WORDS),
        await call(who, 'PUT', id, WORDS),
        await call(who, 'DELETE', id),
        await upload(who, id, png()),
        await call(who, 'DELETE', `${id}/media-upload`),
      ];
      for (const { status, body } of replies)
        expect({ status, error: body.error }).toEqual({ status: 403, error: 'ERR_NO_SUPER' });
    }
    expect((await call(undefined, 'GET')).status).toBe(401);
  });
});

describe('reading announcements', () => {
  test('is open to all companies, inactive ones only to super administrators', async () => {
    await write({ title: 'Um' });
    testApp.clock.advance(1000);
    const { id } = await write({ title: 'Dois', status: false });
    expect(await titlesOf('ana')).toEqual(['Dois', 'Um']);
    for (const who of ['bia', 'davi'] as const) {
      expect(await titlesOf(who)).toEqual(['Um']);
      expect((await call(who, 'GET', id)).body.error).toBe('ERR_NO_ANNOUNCEMENT_FOUND');
    }
    const list = (await call('davi', 'GET', 'list')).body as unknown as AnnouncementView[];
    expect(list.map(({ title }) => title)).toEqual(['Um']);
  });

  test('finds by title and text with pagination', async () => {
    for (let n = 10; n < 33; n += 1) await write({ title: `t${n}`, text: n === 12 ? '100% novo' : 'x' });
    expect(await titlesOf('bia', '?searchParam=0%25')).toEqual(['t12']);
    expect(await titlesOf('bia', '?pageNumber=2')).toHaveLength(3);
  });
});

describe('announcement image', () => {
  const keyOf = (address: string | null) => new URL(address ?? '').pathname.replace('/public/', '');
  const read = async (path: string) => (await testApp.as()).raw(path);

  test('opens without a session, also under the paths of old clients', async () => {
    const { id } = await write();
    expect((await upload('ana', id, png())).body).toMatchObject({ mensagem: 'Mensagem enviada' });
    const { mediaPath, mediaName } = (await call('davi', 'GET', id)).body;
    expect(mediaName).toBe('aviso.png');
    const { pathname } = new URL(mediaPath ?? '');
    for (const path of [pathname, `/public/${mediaPath}`, `/public/${pathname}`]) {
      const reply = await read(path);
      expect({ path, status: reply.status }).toEqual({ path, status: 200 });
      expect(reply.headers.get('Content-Type')).toBe('image/png');
      expect(reply.headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  test('must be PNG or JPEG by content whatever its name', async () => {
    const { id } = await write();
    const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.png', { type: 'image/png' });
    const gif = new File([Uint8Array.from(atob('R0lGODlhAQABAAAAACw='), (c) => c.charCodeAt(0))], 'a.png');
    for (const file of [svg, gif, new File(['texto'], 'a.jpg')])
      expect((await upload('ana', id, file)).status).toBe(415);
    expect((await upload('ana', id, null)).status).toBe(400);
    expect((await call('ana', 'GET', id)).body.mediaPath).toBeNull();
  });

  test('is deleted when replaced or with its announcement', async () => {
    const { id } = await write();
    const position = async () => {
      await upload('ana', id, png());
      const { mediaPath } = (await call('ana', 'GET', id)).body;
      return testApp.kernel.storage.pathOf(PLATFORM, keyOf(mediaPath));
    };
    const gone = async (path: string) => {
      while (existsSync(path)) await new Promise((resolve) => setImmediate(resolve));
    };
    const first = await position();
    const second = await position();
    await gone(first);
    expect(existsSync(second)).toBe(true);
    await call('ana', 'DELETE', id);
    await gone(second);
    expect((await read(`/public/${second.split('/').slice(-2).join('/')}`)).status).toBe(404);
  });

  test('route exposes no other file', async () => {
    for (const path of [
      '/public/',
      '/public/../platform.db',
      '/public/..%2f..%2fsecrets.json',
      '/public/202603/x.png',
    ])
      expect((await read(path)).status).toBe(404);
  });
});

describe('live announcements', () => {
  test('reach everybody in every company under both contract event names', async () => {
    const [bia, davi] = [await receives('bia'), await receives('davi')];
    const { id } = await write();
    for (const received of [await bia(), await davi()])
      expect(received.map(({ data }) => data)).toMatchObject([{ action: 'create', record: { id } }]);
    await call('ana', 'PUT', id, { ...WORDS, title: 'Outro' });
    expect((await davi()).map(({ data }) => data)).toMatchObject([
      { action: 'update', record: { title: 'Outro' } },
    ]);
    await call('ana', 'DELETE', id);
    expect((await davi()).map(({ data }) => data)).toEqual([{ action: 'delete', id }]);
    const names = contractEvents(CONTRACT, 3, 'announcement', { action: 'delete', id: 1 }).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['company-announcement', 'company-3-announcement']);
  });

  test('that are inactive reach only super administrators, toggling creates or deletes', async () => {
    const [ana, davi] = [await receives('ana'), await receives('davi')];
    const { id } = await write({ status: false });
    expect([(await ana()).length, await davi()]).toEqual([1, []]);
    await call('ana', 'PUT', id, { ...WORDS, status: true });
    expect((await davi()).map(({ data }) => data)).toMatchObject([{ action: 'create', record: { id } }]);
    await call('ana', 'PUT', id, { ...WORDS, status: false });
    expect((await davi()).map(({ data }) => data)).toEqual([{ action: 'delete', id }]);
    expect((await ana()).map(({ data }) => data)).toMatchObject([{ action: 'update' }, { action: 'update' }]);
  });
});

describe('announcement popover', () => {
  const badge = async (who: PersonName) =>
    (await (await testApp.as(who)).part('GET', '/menu/announcementsPopover/badge')).text;

  test('counts unseen announcements for each user', async () => {
    await write({ title: '<b>Um</b>', priority: 1 });
    await write({ title: 'Escondido', status: false });
    expect(await badge('davi')).toContain('>1<');
    const shown = await (await testApp.as('davi')).part('GET', '/announcements/popover');
    expect(shown.text).toContain('&lt;b&gt;Um&lt;/b&gt;');
    expect(shown.text).not.toContain('Escondido');
    expect((await (await testApp.as('davi')).part('POST', '/announcements/seen')).status).toBe(204);
    expect(await badge('davi')).not.toContain('badge');
    expect(await badge('bia')).toContain('>1<');
    await write({ title: 'Dois' });
    expect(await badge('davi')).toContain('>1<');
  });
});

describe('announcements page', () => {
  test('is for super administrators and redirects others home', async () => {
    await write({ title: 'Um', priority: 2 });
    const own = await (await testApp.as('ana')).page('/announcements');
    expect(own.text).toContain('Média');
    expect(own.text).toContain('href="/announcements"');
    const other = await (await testApp.as('davi')).page('/announcements');
    expect(other.status).toBe(403);
    expect(other.text).toContain('Esta empresa não possui permissão para acessar essa página!');
    expect(other.headers.get('Refresh')).toContain('url=/');
    expect(other.text).not.toContain('href="/announcements"');
  });

  test('returns the dialog with the entered values after an error', async () => {
    const reply = await (await testApp.as('ana')).part('POST', '/announcements', {
      title: '',
      text: 'x',
      status: 'true',
    });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Obrigatório');
    expect(reply.text).toContain('>x</textarea>');
  });
});
