import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Client, expectFields, openClient } from './client.ts';

let ana: Client;
beforeAll(async () => {
  ana = await openClient();
});
afterAll(() => ana.stop());

test('internal chat: create, write, read', async () => {
  const { rui } = ana.testApp.people.userId;
  const chat = await ana.send('POST', '/chats', { users: [{ id: rui, name: 'Rui' }], title: 'Equipe' });
  expectFields(
    chat,
    'id:number uuid:string title:string ownerId:number users[].userId:number users[].unreads:number',
  );
  expect((chat.users as unknown as { userId: number }[]).some(({ userId }) => userId === ana.user.id)).toBe(
    true,
  );
  await ana.send('POST', `/chats/${chat.id}/messages`, { message: 'Bom dia' });
  const talk = await ana.get(`/chats/${chat.id}/messages`, { pageNumber: 1 });
  expectFields(
    talk,
    'records[].id:number records[].message:string records[].senderId:number records[].sender.name:string',
  );
  await ana.send('POST', `/chats/${chat.id}/read`, { userId: ana.user.id });
  await ana.send('PUT', `/chats/${chat.id}`, { users: [{ id: rui }], title: 'Time' });
  await ana.send('DELETE', `/chats/${chat.id}`);
});
