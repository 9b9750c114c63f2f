import { afterAll, beforeAll, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient('ana', { isSuper: true });
});
afterAll(() => ana.stop());

test('announcements: list, dialog, image', async () => {
  const typed = { title: 'Aviso', text: 'Novidade', priority: 3, status: true };
  const made = await ana.send('POST', '/announcements', typed);
  expectFields(await ana.upload(`/announcements/${made.id}/media-upload`), 'mensagem:string');
  const page = await ana.get('/announcements/', { searchParam: '', pageNumber: 1 });
  expectFields(
    page,
    'records[].id:number records[].title:string records[].text:string records[].priority:number',
  );
  expectFields(
    page,
    'records[].status:boolean records[].mediaPath records[].mediaName records[].createdAt:string',
  );
  await ana.send('PUT', `/announcements/${made.id}`, await ana.get(`/announcements/${made.id}`));
  await ana.send('DELETE', `/announcements/${made.id}`);
});
