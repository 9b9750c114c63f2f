import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { announcements } from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { type PersonName, setSuper } from '@test/support/people.ts';
import { PNG } from '@test/support/world.ts';
import { contractEvents } from '@/kernel/live/contract-events.ts';
import { PLATFORM } from '@/kernel/storage.ts';
import { CONTRACT } from '@/rows.ts';
import type { AnnouncementPage, AnnouncementView } from './announcements.views.ts';

const WORDS = { title: 'Manutenção', text: 'Hoje à noite.' };

let desk: TestDesk;

beforeAll(async () => {
  desk = await createTestDesk();
  await setSuper(desk.kernel, desk.cast, 'ana');
});
afterAll(() => desk.stop());
beforeEach(async () => {
  await desk.kernel.platform.write((tx) => tx.delete(announcements));
});

type Answer = AnnouncementView & { error: string; mensagem: string };
const call = async (
  who: PersonName | undefined,
  method: string,
  path: string | number = '',
  body?: unknown,
) =>
  (await desk.as(who)).json<Answer>(method, path === '' ? '/announcements' : `/announcements/${path}`, body);
const write = async (more: object = {}) => (await call('ana', 'POST', '', { ...WORDS, ...more })).body;
const titlesOf = async (who: PersonName, query = '') => {
  const { body } = await (await desk.as(who)).json<AnnouncementPage>('GET', `/announcements/${query}`);
  return body.records.map(({ title }) => title);
};
async function upload(who: PersonName, id: number, file: File | null) {
  const form = new FormData();
  if (file) form.set('file', file);
  return (await desk.as(who)).upload<Answer>(`/announcements/${id}/media-upload`, form);
}
const png = (name = '../aviso.png') => new File([PNG], name, { type: 'image/png' });
async function hears(name: PersonName) {
  const heard = await desk.listenAs(name);
  return async () => {
    await desk.settle();
    return heard.splice(0).filter(({ channel }) => channel === 'announcement');
  };
}

describe('writing', () => {
  test('starts low and active', async () => {
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
    test(`is refused: ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const reply = await call('ana', 'POST', '', body);
      expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 400, error });
    });

  test('is for the platform’s administrators alone', async () => {
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

describe('reading', () => {
  test('is everybody’s, of all companies; inactive ones are the platform’s', async () => {
    await write({ title: 'Um' });
    desk.clock.advance(1000);
    const { id } = await write({ title: 'Dois', status: false });
    expect(await titlesOf('ana')).toEqual(['Dois', 'Um']);
    for (const who of ['bia', 'davi'] as const) {
      expect(await titlesOf(who)).toEqual(['Um']);
      expect((await call(who, 'GET', id)).body.error).toBe('ERR_NO_ANNOUNCEMENT_FOUND');
    }
    const list = (await call('davi', 'GET', 'list')).body as unknown as AnnouncementView[];
    expect(list.map(({ title }) => title)).toEqual(['Um']);
  });

  test('finds by title and text, page by page', async () => {
    for (let n = 10; n < 33; n += 1) await write({ title: `t${n}`, text: n === 12 ? '100% novo' : 'x' });
    expect(await titlesOf('bia', '?searchParam=0%25')).toEqual(['t12']);
    expect(await titlesOf('bia', '?pageNumber=2')).toHaveLength(3);
  });
});

describe('its image', () => {
  const keyOf = (address: string | null) => new URL(address ?? '').pathname.replace('/public/', '');
  const read = async (path: string) => (await desk.as()).raw(path);

  test('opens without a session, also behind what old clients put before it', async () => {
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

  test('is PNG or JPEG by its content, whatever its name says', async () => {
    const { id } = await write();
    const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.png', { type: 'image/png' });
    const gif = new File([Uint8Array.from(atob('R0lGODlhAQABAAAAACw='), (c) => c.charCodeAt(0))], 'a.png');
    for (const file of [svg, gif, new File(['texto'], 'a.jpg')])
      expect((await upload('ana', id, file)).status).toBe(415);
    expect((await upload('ana', id, null)).status).toBe(400);
    expect((await call('ana', 'GET', id)).body.mediaPath).toBeNull();
  });

  test('gives way to the next one, and goes with its announcement', async () => {
    const { id } = await write();
    const place = async () => {
      await upload('ana', id, png());
      const { mediaPath } = (await call('ana', 'GET', id)).body;
      return desk.kernel.storage.pathOf(PLATFORM, keyOf(mediaPath));
    };
    const gone = async (path: string) => {
      while (existsSync(path)) await new Promise((resolve) => setImmediate(resolve));
    };
    const first = await place();
    const second = await place();
    await gone(first);
    expect(existsSync(second)).toBe(true);
    await call('ana', 'DELETE', id);
    await gone(second);
    expect((await read(`/public/${second.split('/').slice(-2).join('/')}`)).status).toBe(404);
  });

  test('opens nothing else of the platform or of a company', async () => {
    for (const path of [
      '/public/',
      '/public/../platform.db',
      '/public/..%2f..%2fsecrets.json',
      '/public/202603/x.png',
    ])
      expect((await read(path)).status).toBe(404);
  });
});

describe('live', () => {
  test('everybody of every company hears of it, under both names of the contract', async () => {
    const [bia, davi] = [await hears('bia'), await hears('davi')];
    const { id } = await write();
    for (const heard of [await bia(), await davi()])
      expect(heard.map(({ data }) => data)).toMatchObject([{ action: 'create', record: { id } }]);
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

  test('an inactive one is heard by the platform’s administrators; switched off it goes, switched on it comes', async () => {
    const [ana, davi] = [await hears('ana'), await hears('davi')];
    const { id } = await write({ status: false });
    expect([(await ana()).length, await davi()]).toEqual([1, []]);
    await call('ana', 'PUT', id, { ...WORDS, status: true });
    expect((await davi()).map(({ data }) => data)).toMatchObject([{ action: 'create', record: { id } }]);
    await call('ana', 'PUT', id, { ...WORDS, status: false });
    expect((await davi()).map(({ data }) => data)).toEqual([{ action: 'delete', id }]);
    expect((await ana()).map(({ data }) => data)).toMatchObject([{ action: 'update' }, { action: 'update' }]);
  });
});

describe('the popover', () => {
  const badge = async (who: PersonName) =>
    (await (await desk.as(who)).part('GET', '/menu/announcementsPopover/badge')).text;

  test('counts what a person has not looked at, each for themselves', async () => {
    await write({ title: '<b>Um</b>', priority: 1 });
    await write({ title: 'Escondido', status: false });
    expect(await badge('davi')).toContain('>1<');
    const shown = await (await desk.as('davi')).part('GET', '/announcements/popover');
    expect(shown.text).toContain('&lt;b&gt;Um&lt;/b&gt;');
    expect(shown.text).not.toContain('Escondido');
    expect((await (await desk.as('davi')).part('POST', '/announcements/seen')).status).toBe(204);
    expect(await badge('davi')).not.toContain('badge');
    expect(await badge('bia')).toContain('>1<');
    await write({ title: 'Dois' });
    expect(await badge('davi')).toContain('>1<');
  });
});

describe('the page', () => {
  test('is the platform’s; others are told and led home', async () => {
    await write({ title: 'Um', priority: 2 });
    const own = await (await desk.as('ana')).page('/announcements');
    expect(own.text).toContain('Média');
    expect(own.text).toContain('href="/announcements"');
    const other = await (await desk.as('davi')).page('/announcements');
    expect(other.status).toBe(403);
    expect(other.text).toContain('Esta empresa não possui permissão para acessar essa página!');
    expect(other.headers.get('Refresh')).toContain('url=/');
    expect(other.text).not.toContain('href="/announcements"');
  });

  test('its dialog comes back with what was typed', async () => {
    const reply = await (await desk.as('ana')).part('POST', '/announcements', {
      title: '',
      text: 'x',
      status: 'true',
    });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Obrigatório');
    expect(reply.text).toContain('>x</textarea>');
  });
});
