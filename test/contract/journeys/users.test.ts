import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('users: list, dialog, save with every returned field, delete', async () => {
  const page = await ana.get('/users/', { searchParam: '', pageNumber: 1 });
  expectFields(
    page,
    'users[].id:number users[].name:string users[].email:string users[].profile:string hasMore:boolean',
  );
  const typed = { name: 'Nova', email: 'nova@aurora.test', password: 'uma senha bem longa', profile: 'user' };
  const { id } = await ana.send('POST', '/users', {
    ...typed,
    queueIds: [],
    allTicket: 'desabled',
    whatsappId: '',
  });
  const row = await ana.get(`/users/${id}`);
  expectFields(row, 'name:string email:string profile:string allTicket:string whatsappId company.id:number');
  expect(row.queues).toEqual([]);
  await ana.send('PUT', `/users/${id}`, { ...row, name: 'Nova Silva', queueIds: [] });
  await ana.send('DELETE', `/users/${id}`);
});
