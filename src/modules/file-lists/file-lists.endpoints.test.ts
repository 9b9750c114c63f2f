import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { fileLists } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { contractEvents } from '@/core/realtime/contract-events.ts';
import { CONTRACT } from '@/web/routes.ts';
import { filesOfList } from './file-lists.queries.ts';
import type { FileListPage, FileListView } from './file-lists.views.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.delete(fileLists));
});

type Answer = FileListView & { error: string; fields: Record<string, string>; mensagem: string };
const call = async (who: PersonName | undefined, method: string, path: string | number, body?: unknown) =>
  (await testApp.as(who)).json<Answer>(method, path === '' ? '/files' : `/files/${path}`, body);
const options = [
  { name: 'Preços', path: '', mediaType: '' },
  { name: '', path: 'qualquer.pdf', mediaType: 'application/pdf' },
];
const catalogue = { name: 'Catálogo', message: 'Segue', options };
const make = async (input: object = catalogue) => (await call('ana', 'POST', '', input)).body;

async function upload(who: PersonName, listId: number, files: [id: number, name: string, text: string][]) {
  const form = new FormData();
  form.set('fileId', String(listId));
  form.set('typeArch', 'fileList');
  for (const [id, name, text] of files) {
    form.append('id', String(id));
    form.append('name', name);
    form.append('mediaType', 'text/plain');
    form.append('files', new File([text], name, { type: 'text/plain' }));
  }
  return (await testApp.as(who)).upload<Answer>(`/files/uploadList/${listId}`, form);
}
const files = async (listId: number) => filesOfList(await testApp.systemScope(), listId);
const pathOf = (key: string) => testApp.kernel.storage.pathOf(testApp.people.companyId.aurora, key);

describe('file list', () => {
  test('keeps options in the order sent, each with an id', async () => {
    const list = await make();
    expect(list.options.map(({ name, path, fileId }) => ({ name, path, fileId }))).toEqual([
      { name: 'Preços', path: '', fileId: list.id },
      { name: '', path: '', fileId: list.id },
    ]);
    const [prices, other] = list.options;
    const body = { ...catalogue, options: [{ name: 'Nova' }, { ...other, name: 'Outra' }, prices] };
    const { body: after } = await call('ana', 'PUT', list.id, body);
    expect(after.options.map(({ name }) => name)).toEqual(['Nova', 'Outra', 'Preços']);
    expect(after.options.slice(1).map(({ id }) => id)).toEqual([other?.id ?? 0, prices?.id ?? 0]);
    expect((await call('bia', 'GET', list.id)).body).toEqual(after);
  });

  test('does not take an option from another list', async () => {
    const list = await make();
    const other = await make({
      ...catalogue,
      name: 'Outra',
      options: [{ id: list.options[0]?.id, name: 'x' }],
    });
    expect(other.options[0]?.id).not.toBe(list.options[0]?.id);
    expect((await call('ana', 'GET', list.id)).body.options).toHaveLength(2);
  });

  test('accepts an upload without files, as existing clients send it', async () => {
    const list = await make();
    const before = await files(list.id);
    expect((await upload('ana', list.id, [])).status).toBe(200);
    expect(await files(list.id)).toEqual(before);
  });

  test('keeps its options when a change omits them', async () => {
    const list = await make();
    const { body } = await call('ana', 'PUT', list.id, { name: 'Catálogo 2', message: 'Segue' });
    expect(body.options).toEqual(list.options);
  });

  test('is searched by name, twenty per page', async () => {
    for (let n = 10; n < 35; n += 1) await make({ name: `Lista ${n}`, message: 'x' });
    const page = async (query: string) =>
      (await (await testApp.as('bia')).json<FileListPage>('GET', `/files/?${query}`)).body;
    expect(await page('searchParam=LISTA&pageNumber=2&companyId=1')).toMatchObject({
      count: 25,
      hasMore: false,
      files: [20, 21, 22, 23, 24].map((n) => ({ name: `Lista ${n + 10}`, filesCount: 0 })),
    });
    expect((await page('searchParam=lista 12')).files).toHaveLength(1);
  });
});

describe('file list input', () => {
  const bad: [object, string, string][] = [
    [{ ...catalogue, name: 'ab' }, 'name', 'nome muito curto'],
    [{ ...catalogue, name: undefined }, 'name', 'Obrigatório'],
    [{ ...catalogue, message: '  ' }, 'message', 'Obrigatório'],
    [
      { ...catalogue, options: Array.from({ length: 21 }, () => ({ name: '' })) },
      'options',
      'Uma lista tem no máximo 20 arquivos.',
    ],
  ];
  for (const [body, field, sentence] of bad)
    test(`${field}: ${sentence}`, async () => {
      const reply = await call('ana', 'POST', '', body);
      expect(reply).toMatchObject({ status: 400, body: { fields: { [field]: sentence } } });
    });

  test('requires unique names, ignoring case and accents', async () => {
    const list = await make();
    const again = await call('ana', 'POST', '', { ...catalogue, name: 'CATALOGO' });
    expect(again).toMatchObject({ status: 409, body: { error: 'ERR_RATING_NAME_ALREADY_EXISTS' } });
    expect((await call('ana', 'PUT', list.id, catalogue)).status).toBe(200);
  });
});

describe('file list permissions', () => {
  test('let everyone read and administrators change', async () => {
    const list = await make();
    for (const who of ['rui', 'bia'] as const) {
      expect((await call(who, 'GET', list.id)).status).toBe(200);
      expect((await call(who, 'POST', '', { ...catalogue, name: 'Nova' })).status).toBe(403);
      expect((await call(who, 'PUT', list.id, catalogue)).status).toBe(403);
      expect((await call(who, 'DELETE', list.id)).status).toBe(403);
      expect((await upload(who, list.id, [[list.options[0]?.id ?? 0, 'a.txt', 'a']])).status).toBe(403);
    }
    expect((await call('davi', 'GET', list.id)).status).toBe(404);
    expect((await call('ana', 'DELETE', '')).status).toBe(405);
  });
});

describe('files of a list', () => {
  test('are assigned to the named options and opened by signed URL', async () => {
    const list = await make();
    const [prices, other] = list.options.map(({ id }) => id) as [number, number];
    const reply = await upload('ana', list.id, [
      [other, '../contrato.txt', 'contrato'],
      [prices, 'preços.txt', 'preços'],
    ]);
    expect(reply.body).toEqual({ mensagem: 'Arquivos atualizados' } as Answer);
    const { options: now } = (await call('bia', 'GET', list.id)).body;
    expect(now.map(({ path, mediaType }) => [path, mediaType])).toEqual([
      ['preços.txt', 'text/plain'],
      ['contrato.txt', 'text/plain'],
    ]);
    expect((await files(list.id)).map(({ text: content, name }) => [content, name])).toEqual([
      ['Preços', 'preços.txt'],
      ['', 'contrato.txt'],
    ]);
    const address = new URL(now[0]?.mediaUrl ?? '');
    const stranger = await testApp.as();
    expect(await (await stranger.raw(`${address.pathname}${address.search}`)).text()).toBe('preços');
    expect((await stranger.raw(address.pathname)).status).toBe(404);
    expect((await (await testApp.as('davi')).raw(address.pathname)).status).toBe(404);
  });

  test('are deleted from disk when replaced or removed', async () => {
    const list = await make();
    const [prices, other] = list.options.map(({ id }) => id) as [number, number];
    await upload('ana', list.id, [
      [prices, 'um.txt', '1'],
      [other, 'dois.txt', '2'],
    ]);
    const before = await files(list.id);
    await upload('ana', list.id, [[prices, 'três.txt', '3']]);
    await until('the replaced one is gone', () => !existsSync(pathOf(before[0]?.key ?? '')));
    await call('ana', 'PUT', list.id, { ...catalogue, options: [{ id: prices, name: 'Preços' }] });
    await until('the removed one is gone', () => !existsSync(pathOf(before[1]?.key ?? '')));
    const [left] = await files(list.id);
    expect(left?.name).toBe('três.txt');
    await call('ana', 'DELETE', list.id);
    await until('the last one is gone', () => !existsSync(pathOf(left?.key ?? '')));
    expect(await files(list.id)).toEqual([]);
  });

  test('are all refused when an option belongs to another list', async () => {
    const list = await make();
    const other = await make({ ...catalogue, name: 'Outra' });
    const [mine, foreign] = [list.options[0]?.id ?? 0, other.options[0]?.id ?? 0];
    const reply = await upload('ana', list.id, [
      [mine, 'a.txt', 'a'],
      [foreign, 'b.txt', 'b'],
    ]);
    expect(reply).toMatchObject({ status: 404, body: { error: 'ERR_NO_FILE_FOUND' } });
    expect([await files(list.id), await files(other.id)]).toEqual([[], []]);
  });
});

describe('file list events', () => {
  test('reach the whole company under both names, deletions under one', async () => {
    const received = await testApp.listenAs('bia');
    const stranger = await testApp.listenAs('davi');
    const list = await make();
    await call('ana', 'DELETE', list.id);
    await testApp.settle();
    const reported = received.filter(({ channel }) => channel === 'file').map(({ data }) => data);
    expect(reported).toMatchObject([
      { action: 'create', fileList: { id: list.id } },
      { action: 'delete', fileId: list.id },
    ]);
    expect(stranger.filter(({ channel }) => channel === 'file')).toEqual([]);
    const names = (data: unknown) => contractEvents(CONTRACT, 3, 'file', data);
    expect(names(reported[0])).toMatchObject([
      { name: 'company3-file', data: { fileList: { id: list.id } } },
      { name: 'company-3-file', data: { action: 'create', files: { id: list.id } } },
    ]);
    expect(names(reported[1]).map(({ name }) => name)).toEqual(['company3-file']);
  });
});
