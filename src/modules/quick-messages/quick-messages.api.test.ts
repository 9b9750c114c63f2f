import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { quickMessages } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { contractEvents } from '@/core/realtime/contract-events.ts';
import { CONTRACT } from '@/web/routes.ts';
import type { QuickMessagePage, QuickMessageView } from './quick-messages.views.ts';

let testApp: TestApp;
let own: number;
let general: number;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.delete(quickMessages));
  own = (await call('bia', 'POST', '', { shortcode: 'meu', message: 'oi {{name}}' })).body.id;
  general = (await call('ana', 'POST', '', { shortcode: 'Preço', message: 'R$ 10', geral: true })).body.id;
  await testApp.settle();
});

type Answer = QuickMessageView & { error: string; mensagem: string };
const call = async (who: PersonName | undefined, method: string, path: string | number, body?: unknown) =>
  (await testApp.as(who)).json<Answer>(
    method,
    path === '' ? '/quick-messages' : `/quick-messages/${path}`,
    body,
  );
const shortcodes = async (who: PersonName, query = '') => {
  const path = `/quick-messages${query}`;
  const { body } = await (await testApp.as(who)).json<QuickMessagePage>('GET', path);
  return body.records.map(({ shortcode }) => shortcode);
};
async function upload(who: PersonName, id: number, file: File | null) {
  const form = new FormData();
  form.set('typeArch', 'quickMessage');
  if (file) form.set('file', file);
  return (await testApp.as(who)).upload<Answer>(`/quick-messages/${id}/media-upload`, form);
}
const table = () => new File(['a;b'], '../tabela.csv', { type: 'text/csv' });
async function receives(name: PersonName) {
  const received = await testApp.listenAs(name);
  return async () => {
    await testApp.settle();
    return received.filter(({ channel }) => channel === 'quickmessage').map(({ data }) => data);
  };
}

describe('quick message list', () => {
  test('contains the user’s own and the general ones', async () => {
    expect(await shortcodes('bia')).toEqual(['meu', 'Preço']);
    expect(await shortcodes('caio')).toEqual(['Preço']);
    expect(await shortcodes('ana')).toEqual(['Preço']);
    expect(await shortcodes('davi')).toEqual([]);
    expect((await call(undefined, 'GET', '')).status).toBe(401);
  });

  test('ignores the user a client names and refuses another company', async () => {
    const { companyId, userId } = testApp.people;
    const query = `?companyId=${companyId.aurora}&userId=${userId.bia}`;
    expect(await shortcodes('caio', query)).toEqual(['Preço']);
    const list = await call('davi', 'GET', `list${query}`);
    expect([list.status, list.body]).toMatchObject([403, { code: 'ERR_OTHER_COMPANY' }]);
  });

  test('is searched by shortcode, with a literal percent sign', async () => {
    expect(await shortcodes('bia', '?searchParam=PRE')).toEqual(['Preço']);
    expect(await shortcodes('bia', '?searchParam=%25')).toEqual([]);
  });

  test('is paged', async () => {
    for (let n = 10; n < 35; n += 1) await call('bia', 'POST', '', { shortcode: `a${n}`, message: 'sim' });
    const second = await (await testApp.as('bia')).json<QuickMessagePage>(
      'GET',
      '/quick-messages?pageNumber=2',
    );
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

  test('for the composer omits disabled ones', async () => {
    await call('bia', 'PUT', own, { shortcode: 'meu', message: 'oi', status: false });
    const { body } = await call('bia', 'GET', 'list');
    expect((body as unknown as QuickMessageView[]).map(({ shortcode }) => shortcode)).toEqual(['Preço']);
  });
});

describe('quick message permissions', () => {
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
    test(`${who} changes, uploads to and deletes it: ${status} (${index})`, async () => {
      expect((await call(who, 'PUT', id(), input)).status).toBe(status);
      expect((await upload(who, id(), table())).status).toBe(status);
      expect((await call(who, 'DELETE', `${id()}/media-upload`)).status).toBe(status);
      expect((await call(who, 'DELETE', id())).status).toBe(status);
    });
  }

  test('allow only administrators to change the general flag', async () => {
    for (const who of ['bia', 'rui'] as const) {
      expect((await call(who, 'POST', '', { ...input, geral: true })).status).toBe(403);
      expect((await call(who, 'PUT', own, { ...input, geral: true })).status).toBe(403);
    }
    expect((await call('rui', 'PUT', general, { ...input, geral: false })).status).toBe(403);
    expect((await call('ana', 'PUT', general, { ...input, geral: false })).body.geral).toBe(false);
  });

  test('give a general one without an author to who makes it private', async () => {
    const scope = await testApp.systemScope();
    await scope.write((tx) =>
      tx.db.update(quickMessages).set({ userId: null }).where(eq(quickMessages.id, general)),
    );
    expect((await call('ana', 'PUT', general, { ...input, geral: false })).body).toMatchObject({
      userId: testApp.people.userId.ana,
      geral: false,
    });
  });

  test('keep the owner when somebody else changes it', async () => {
    const { body } = await call('ana', 'PUT', own, input);
    expect(body).toMatchObject({
      userId: testApp.people.userId.bia,
      shortcode: 'novo',
      status: true,
      geral: false,
    });
  });
});

describe('quick message input', () => {
  const bad = [{}, { shortcode: ' ' }, { shortcode: '///' }, { shortcode: 'x'.repeat(61) }, { shortcode: 7 }];
  for (const body of bad) {
    test(`is refused: ${JSON.stringify(body).slice(0, 30)}`, async () => {
      expect((await call('bia', 'POST', '', body)).status).toBe(400);
    });
  }
  test('without a shortcode returns the specification’s message', async () => {
    expect((await call('bia', 'POST', '', { message: 'x' })).body.error).toBe('Obrigatório');
  });
  test('strips the leading slash from the shortcode', async () => {
    const typed = { shortcode: ' /olá ', message: 'Bom dia' };
    expect((await call('bia', 'POST', '', typed)).body.shortcode).toBe('olá');
  });
  test('requires three characters in new shortcodes and texts of clients', async () => {
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
  test('ignores other fields sent by the client', async () => {
    const { body } = await call('bia', 'POST', '', {
      shortcode: 'tabela',
      message: 'A tabela',
      mediaPath: '202603/abc',
      userId: testApp.people.userId.ana,
      companyId: 1,
    });
    expect(body).toMatchObject({ mediaPath: null, isMedia: false, userId: testApp.people.userId.bia });
    expect(body.companyId).toBe(testApp.people.companyId.aurora);
  });
});

describe('file of a quick message', () => {
  const pathOf = async () => {
    const scope = await testApp.systemScope();
    const row = await scope.db.query.quickMessages.findFirst({ where: (t, { eq }) => eq(t.id, own) });
    return testApp.kernel.storage.pathOf(scope.companyId, row?.mediaPath ?? expect.unreachable());
  };

  const gone = async (path: string) => {
    while (existsSync(path)) await new Promise((resolve) => setImmediate(resolve));
  };

  test('opens only by its signed URL or for its owner', async () => {
    expect((await upload('bia', own, table())).body).toEqual({ mensagem: 'Arquivo Anexado' } as Answer);
    const { body } = await call('bia', 'GET', own);
    expect(body).toMatchObject({ isMedia: true, mediaName: 'tabela.csv' });
    const address = new URL(body.mediaPath ?? '');
    const read = async (who: PersonName | undefined, search: string) =>
      (await (await testApp.as(who)).raw(`${address.pathname}${search}`)).status;
    expect(await read(undefined, address.search)).toBe(200);
    expect(await read(undefined, '')).toBe(404);
    expect(await read('bia', '')).toBe(200);
    expect(await read('caio', '')).toBe(404);
    expect(await read('davi', '')).toBe(404);
  });

  test('is deleted from disk when replaced or with its message', async () => {
    await upload('bia', own, table());
    const first = await pathOf();
    await upload('bia', own, table());
    const second = await pathOf();
    await gone(first);
    expect(existsSync(second)).toBe(true);
    await call('bia', 'DELETE', own);
    await gone(second);
  });

  test('is refused when missing or empty', async () => {
    expect((await upload('bia', own, null)).status).toBe(400);
    expect((await upload('bia', own, new File([], 'leer.txt'))).status).toBe(415);
  });
});

describe('quick message events', () => {
  test('reach those who see it, under both names of the contract', async () => {
    const [bia, caio, davi] = [await receives('bia'), await receives('caio'), await receives('davi')];
    await call('bia', 'PUT', own, { shortcode: 'meu2', message: 'x' });
    expect(await bia()).toMatchObject([{ action: 'update', record: { id: own, shortcode: 'meu2' } }]);
    expect([await caio(), await davi()]).toEqual([[], []]);
    expect(contractEvents(CONTRACT, 3, 'quickmessage', 1).map(({ name }) => name)).toEqual([
      'company-3-quickmessage',
      'company3-quickemessage',
    ]);
  });

  test('remove it from others’ lists when it stops being general', async () => {
    const [ana, caio] = [await receives('ana'), await receives('caio')];
    await call('ana', 'PUT', general, { shortcode: 'Preço', message: 'x', geral: false });
    expect(await caio()).toEqual([{ action: 'delete', id: general }]);
    expect(await ana()).toMatchObject([{ action: 'update' }]);
    await call('ana', 'DELETE', general);
    expect(await caio()).toHaveLength(1);
    expect(await ana()).toMatchObject([{}, { action: 'delete', id: general }]);
  });
});
