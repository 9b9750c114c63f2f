import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { fileLists } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { filesOfList, listFileLists } from './file-lists.queries.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.delete(fileLists));
});

type Row = { id?: number | null; name: string; hasFile: boolean };
async function send(method: string, path: string, name: string, rows: Row[], files: string[]) {
  const body = new FormData();
  body.set('name', name);
  body.set('message', 'Segue');
  body.set('options', JSON.stringify(rows));
  body.append('files', new File([], ''));
  for (const file of files) body.append('files', new File([file], file, { type: 'text/plain' }));
  const headers = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
  const reply = await (await testApp.as('ana')).raw(path, { method, headers, body });
  return { status: reply.status, text: await reply.text(), trigger: reply.headers.get('HX-Trigger') ?? '' };
}
const only = async () => {
  const scope = await testApp.systemScope();
  const { files } = await listFileLists(scope, { searchParam: '', pageNumber: 1 } as never);
  const [list] = files;
  return list ? { ...list, all: await filesOfList(scope, list.id) } : expect.unreachable();
};

describe('file list form', () => {
  test('stores the list with its files in order and changes it', async () => {
    const two = [
      { id: null, name: 'um', hasFile: true },
      { id: null, name: 'dois', hasFile: true },
    ];
    const made = await send('POST', '/files', 'Catálogo', two, ['a.txt', 'b.txt']);
    expect(made).toMatchObject({ status: 204 });
    expect(made.trigger).toContain('refresh:file');
    const { id, all } = await only();
    expect(all.map(({ text: content, name }) => [content, name])).toEqual([
      ['um', 'a.txt'],
      ['dois', 'b.txt'],
    ]);
    const [first, second] = all;
    const rows = [
      { id: second?.optionId ?? 0, name: 'dois', hasFile: false },
      { id: null, name: 'três', hasFile: true },
      { id: first?.optionId ?? 0, name: 'um!', hasFile: true },
    ];
    expect((await send('PUT', `/files/${id}`, 'Catálogo', rows, ['c.txt', 'd.txt'])).status).toBe(204);
    expect((await only()).all.map(({ text: content, name }) => [content, name])).toEqual([
      ['dois', 'b.txt'],
      ['três', 'c.txt'],
      ['um!', 'd.txt'],
    ]);
  });

  test('shows errors beside the fields in the specification’s wording', async () => {
    expect((await send('POST', '/files', 'ab', [], [])).text).toContain('nome muito curto');
    const missing = await send('POST', '/files', 'Catálogo', [{ name: 'x', hasFile: false }], []);
    expect(missing).toMatchObject({ status: 422 });
    expect(missing.text).toContain('Escolha o arquivo de cada linha');
    const short = await send('POST', '/files', 'Catálogo', [{ name: 'x', hasFile: true }], []);
    expect(short.text).toContain('Escolha o arquivo de cada linha');
    await send('POST', '/files', 'Catálogo', [], []);
    const twice = await send('POST', '/files', 'catalogo', [], []);
    expect(twice).toMatchObject({ status: 422 });
    expect(twice.text).toContain('Já existe uma lista de arquivos com este nome.');
  });
});

describe('file lists page', () => {
  test('is for administrators only and escapes names', async () => {
    await send('POST', '/files', '<b>Catálogo</b>', [], []);
    const { text } = await (await testApp.as('ana')).page('/files');
    expect(text).toContain('&lt;b&gt;Catálogo&lt;/b&gt;');
    expect(text).toContain('Listas de arquivos');
    const agent = await (await testApp.as('bia')).page('/files');
    expect(agent.status).toBe(403);
    expect((await (await testApp.as('bia')).page('/tags')).text).not.toContain('href="/files"');
  });
});
