import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { quickMessages } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import { contractEvents } from '@/kernel/live/contract-events.ts';
import { CONTRACT } from '@/rows.ts';
import type { QuickMessagePage, QuickMessageView } from './quick-messages.views.ts';

let desk: TestDesk;
let own: number;
let general: number;

beforeAll(async () => {
  desk = await createTestDesk();
});
afterAll(() => desk.stop());

beforeEach(async () => {
  const scope = await desk.systemScope();
  await scope.write((tx) => tx.db.delete(quickMessages));
  own = (await call('bia', 'POST', '', { shortcode: 'meu', message: 'oi {{name}}' })).body.id;
  general = (await call('ana', 'POST', '', { shortcode: 'Preço', message: 'R$ 10', geral: true })).body.id;
  await desk.settle();
});

type Answer = QuickMessageView & { error: string; mensagem: string };
const call = async (who: PersonName | undefined, method: string, path: string | number, body?: unknown) =>
  (await desk.as(who)).json<Answer>(
    method,
    path === '' ? '/quick-messages' : `/quick-messages/${path}`,
    body,
  );
const shortcodes = async (who: PersonName, query = '') => {
  const path = `/quick-messages${query}`;
  const { body } = await (await desk.as(who)).json<QuickMessagePage>('GET', path);
  return body.records.map(({ shortcode }) => shortcode);
};
async function upload(who: PersonName, id: number, file: File | null) {
  const form = new FormData();
  form.set('typeArch', 'quickMessage');
  if (file) form.set('file', file);
  return (await desk.as(who)).upload<Answer>(`/quick-messages/${id}/media-upload`, form);
}
const table = () => new File(['a;b'], '../tabela.csv', { type: 'text/csv' });
async function hears(name: PersonName) {
  const heard = await desk.listenAs(name);
  return async () => {
    await desk.settle();
    return heard.filter(({ channel }) => channel === 'quickmessage').map(({ data }) => data);
  };
}

describe('the list', () => {
  test('holds one’s own and the general ones', async () => {
    expect(await shortcodes('bia')).toEqual(['meu', 'Preço']);
    expect(await shortcodes('caio')).toEqual(['Preço']);
    expect(await shortcodes('ana')).toEqual(['Preço']);
    expect(await shortcodes('davi')).toEqual([]);
    expect((await call(undefined, 'GET', '')).status).toBe(401);
  });

  test('whatever person the client names, and none for another company', async () => {
    const { companyId, userId } = desk.cast;
    const query = `?companyId=${companyId.aurora}&userId=${userId.bia}`;
    expect(await shortcodes('caio', query)).toEqual(['Preço']);
    const list = await call('davi', 'GET', `list${query}`);
    expect([list.status, list.body]).toMatchObject([403, { code: 'ERR_OTHER_COMPANY' }]);
  });

  test('is searched by shortcode, a percent sign being a letter', async () => {
    expect(await shortcodes('bia', '?searchParam=PRE')).toEqual(['Preço']);
    expect(await shortcodes('bia', '?searchParam=%25')).toEqual([]);
  });

  test('comes page by page', async () => {
    for (let n = 10; n < 35; n += 1) await call('bia', 'POST', '', { shortcode: `a${n}`, message: 'sim' });
    const second = await (await desk.as('bia')).json<QuickMessagePage>('GET', '/quick-messages?pageNumber=2');
    expect(second.body).toMatchObject({ count: 27, hasMore: false });
    expect(second.body.records.map(({ shortcode }) => shortcode)).toEqual([
      'a30',
      'a31',
      'a32',
      'a33',
      'a34',
      'meu',
      'Preço',
    ]);
  });

  test('for the composer leaves out what is switched off', async () => {
    await call('bia', 'PUT', own, { shortcode: 'meu', message: 'oi', status: false });
    const { body } = await call('bia', 'GET', 'list');
    expect((body as unknown as QuickMessageView[]).map(({ shortcode }) => shortcode)).toEqual(['Preço']);
  });
});

describe('who may what', () => {
  const input = { shortcode: 'novo', message: 'texto' };
  const rows: [PersonName, () => number, number][] = [
    ['bia', () => own, 200],
    ['bia', () => general, 403],
    ['caio', () => own, 404],
    ['caio', () => general, 403],
    ['rui', () => own, 200],
    ['rui', () => general, 200],
    ['ana', () => own, 200],
    ['davi', () => general, 404],
  ];
  for (const [index, [who, id, status]] of rows.entries()) {
    test(`${who} changes, gives files to and deletes it: ${status} (${index})`, async () => {
      expect((await call(who, 'PUT', id(), input)).status).toBe(status);
      expect((await upload(who, id(), table())).status).toBe(status);
      expect((await call(who, 'DELETE', `${id()}/media-upload`)).status).toBe(status);
      expect((await call(who, 'DELETE', id())).status).toBe(status);
    });
  }

  test('only administrators make one general, or stop it from being so', async () => {
    for (const who of ['bia', 'rui'] as const) {
      expect((await call(who, 'POST', '', { ...input, geral: true })).status).toBe(403);
      expect((await call(who, 'PUT', own, { ...input, geral: true })).status).toBe(403);
    }
    expect((await call('rui', 'PUT', general, { ...input, geral: false })).status).toBe(403);
    expect((await call('ana', 'PUT', general, { ...input, geral: false })).body.geral).toBe(false);
  });

  test('a change by somebody else leaves it to its owner', async () => {
    const { body } = await call('ana', 'PUT', own, input);
    expect(body).toMatchObject({
      userId: desk.cast.userId.bia,
      shortcode: 'novo',
      status: true,
      geral: false,
    });
  });
});

describe('input', () => {
  const bad = [{}, { shortcode: ' ' }, { shortcode: '///' }, { shortcode: 'x'.repeat(61) }, { shortcode: 7 }];
  for (const body of bad) {
    test(`refused: ${JSON.stringify(body).slice(0, 30)}`, async () => {
      expect((await call('bia', 'POST', '', body)).status).toBe(400);
    });
  }
  test('without a shortcode says so in the spec’s word', async () => {
    expect((await call('bia', 'POST', '', { message: 'x' })).body.error).toBe('Obrigatório');
  });
  test('the slash is what calls it, no part of it', async () => {
    const typed = { shortcode: ' /olá ', message: 'Bom dia' };
    expect((await call('bia', 'POST', '', typed)).body.shortcode).toBe('olá');
  });
  test('a new one of a client has three letters and three of text, as existing servers want it', async () => {
    for (const body of [
      { shortcode: 'oi', message: 'Bom dia' },
      { shortcode: 'olá', message: ' x ' },
      { shortcode: 'olá' },
    ])
      expect(await call('bia', 'POST', '', body)).toMatchObject({
        status: 400,
        body: { error: 'Muito curto!' },
      });
    expect((await call('bia', 'PUT', own, { shortcode: 'oi', message: '' })).status).toBe(200);
  });
  test('nothing else of the client’s words is taken over', async () => {
    const { body } = await call('bia', 'POST', '', {
      shortcode: 'tabela',
      message: 'A tabela',
      mediaPath: '202603/abc',
      userId: desk.cast.userId.ana,
      companyId: 1,
    });
    expect(body).toMatchObject({ mediaPath: null, isMedia: false, userId: desk.cast.userId.bia });
    expect(body.companyId).toBe(desk.cast.companyId.aurora);
  });
});

describe('its file', () => {
  const pathOf = async () => {
    const scope = await desk.systemScope();
    const row = await scope.db.query.quickMessages.findFirst({ where: (t, { eq }) => eq(t.id, own) });
    return desk.kernel.storage.pathOf(scope.companyId, row?.mediaPath ?? expect.unreachable());
  };

  const gone = async (path: string) => {
    while (existsSync(path)) await new Promise((resolve) => setImmediate(resolve));
  };

  test('opens by a signed address, and only by it', async () => {
    expect((await upload('bia', own, table())).body).toEqual({ mensagem: 'Arquivo Anexado' } as Answer);
    const { body } = await call('bia', 'GET', own);
    expect(body).toMatchObject({ isMedia: true, mediaName: 'tabela.csv' });
    const address = new URL(body.mediaPath ?? '');
    const read = async (who: PersonName | undefined, search: string) =>
      (await (await desk.as(who)).raw(`${address.pathname}${search}`)).status;
    expect(await read(undefined, address.search)).toBe(200);
    expect(await read(undefined, '')).toBe(404);
    expect(await read('bia', '')).toBe(200);
    expect(await read('caio', '')).toBe(404);
    expect(await read('davi', '')).toBe(404);
  });

  test('gives way to the next one and goes with its message, also from the disk', async () => {
    await upload('bia', own, table());
    const first = await pathOf();
    await upload('bia', own, table());
    const second = await pathOf();
    await gone(first);
    expect(existsSync(second)).toBe(true);
    await call('bia', 'DELETE', own);
    await gone(second);
  });

  test('that is none, or empty, is refused', async () => {
    expect((await upload('bia', own, null)).status).toBe(400);
    expect((await upload('bia', own, new File([], 'leer.txt'))).status).toBe(415);
  });
});

describe('live', () => {
  test('those on whose list it is hear of it, under both names of the contract', async () => {
    const [bia, caio, davi] = [await hears('bia'), await hears('caio'), await hears('davi')];
    await call('bia', 'PUT', own, { shortcode: 'meu2', message: 'x' });
    expect(await bia()).toMatchObject([{ action: 'update', record: { id: own, shortcode: 'meu2' } }]);
    expect([await caio(), await davi()]).toEqual([[], []]);
    expect(contractEvents(CONTRACT, 3, 'quickmessage', 1).map(({ name }) => name)).toEqual([
      'company-3-quickmessage',
      'company3-quickemessage',
    ]);
  });

  test('one that is no longer everybody’s leaves the others’ lists', async () => {
    const [ana, caio] = [await hears('ana'), await hears('caio')];
    await call('ana', 'PUT', general, { shortcode: 'Preço', message: 'x', geral: false });
    expect(await caio()).toEqual([{ action: 'delete', id: general }]);
    expect(await ana()).toMatchObject([{ action: 'update' }]);
    await call('ana', 'DELETE', general);
    expect(await caio()).toHaveLength(1);
    expect(await ana()).toMatchObject([{}, { action: 'delete', id: general }]);
  });
});
