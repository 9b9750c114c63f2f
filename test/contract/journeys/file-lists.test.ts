import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('file lists: options keep their order, a save without a new file', async () => {
  const options = ['um', 'dois'].map((name) => ({ name, path: '', mediaType: '' }));
  const list = await ana.send('POST', '/files', { name: 'Tabelas', message: 'Segue', options });
  expectFields(list, 'id:number options[].id:number');
  expect((list.options as unknown as { name: string }[]).map(({ name }) => name)).toEqual(['um', 'dois']);
  const fields = { fileId: String(list.id), typeArch: 'fileList' };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  expectFields(await ana.send('POST', `/files/uploadList/${list.id}`, form), 'mensagem:string');
  expectFields(
    await ana.get('/files/', { searchParam: '', pageNumber: 1 }),
    'files[].id:number files[].name:string hasMore:boolean',
  );
  await ana.send('PUT', `/files/${list.id}`, await ana.get(`/files/${list.id}`));
  await ana.send('DELETE', `/files/${list.id}`);
});
