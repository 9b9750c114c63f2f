import { afterAll, beforeAll, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('quick messages: list, dialog with a file, composer', async () => {
  const { id: userId, companyId } = ana.user;
  const typed = {
    shortcode: 'ola',
    message: 'Olá!',
    geral: true,
    status: true,
    isMedia: false,
    mediaPath: null,
  };
  const made = await ana.send('POST', '/quick-messages', typed);
  expectFields(
    await ana.get('/quick-messages', { searchParam: '', pageNumber: 1, userId }),
    'records[].id:number records[].shortcode:string records[].mediaName records[].geral:boolean hasMore:boolean',
  );
  const done = await ana.upload(`/quick-messages/${made.id}/media-upload`, { typeArch: 'quickMessage' });
  expectFields(done, 'mensagem:string');
  const offered = await ana.get('/quick-messages/list', { companyId, userId });
  expectFields(offered, '[].message:string [].shortcode:string [].mediaPath');
  await ana.send('PUT', `/quick-messages/${made.id}`, await ana.get(`/quick-messages/${made.id}`));
  await ana.send('DELETE', `/quick-messages/${made.id}`);
});
