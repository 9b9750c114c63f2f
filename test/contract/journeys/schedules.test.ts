import { afterAll, beforeAll, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('schedules: calendar, dialog, picture', async () => {
  const { contactId } = ana.fixtures;
  const typed = { body: 'Seu pedido chega hoje', contactId, sendAt: '2099-03-11 09:00:00', sentAt: '' };
  const made = await ana.send('POST', '/schedules', { ...typed, userId: ana.user.id });
  const page = await ana.get('/schedules/', { searchParam: '', pageNumber: 1 });
  expectFields(
    page,
    'schedules[].id:number schedules[].sendAt:string schedules[].sentAt schedules[].status:string',
  );
  expectFields(page, 'schedules[].body:string schedules[].contact.name:string hasMore:boolean');
  expectFields(await ana.upload(`/schedules/${made.id}/media-upload`), 'mensagem:string');
  const one = await ana.get(`/schedules/${made.id}`);
  expectFields(one, 'contact.name:string mediaPath:string mediaName:string');
  await ana.send('PUT', `/schedules/${made.id}`, { ...one, sendAt: '2099-03-12T10:00' });
  await ana.send('DELETE', `/schedules/${made.id}`);
});
