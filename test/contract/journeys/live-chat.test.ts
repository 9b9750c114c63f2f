import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type LiveApp, openLiveApp, until } from '@test/live/lines.ts';
import { UnmodifiedClient } from '@test/live/unmodified-client.ts';
import { expectFields } from './client.ts';

const ORIGIN = 'https://painel.example';

let live: LiveApp;
let clients: UnmodifiedClient[];
beforeAll(async () => {
  live = await openLiveApp({ env: { ALLOWED_ORIGINS: ORIGIN } });
  clients = [new UnmodifiedClient(live, ORIGIN), new UnmodifiedClient(live, ORIGIN)];
});
afterAll(async () => {
  for (const client of clients) client.close();
  await live.stop();
});

test('a message of the internal chat carries the chat whose users every member’s browser reads', async () => {
  const [ana, rui] = clients as [UnmodifiedClient, UnmodifiedClient];
  await ana.login('ana@aurora.test');
  await rui.login('rui@aurora.test');
  const company = `company-${rui.user.companyId}`;
  const tab = await rui.tab();
  const events: { name: string; action: string }[] = [];
  const of = (name: string) => events.filter((event) => event.name === name);
  tab.on(`${company}-chat-user-${rui.user.id}`, (data) => events.push({ ...data, name: 'mine' }));
  const body = { users: [{ id: rui.user.id, name: 'Rui' }], title: 'Equipe' };
  const { data: chat } = await ana.call<{ id: number }>('POST', '/chats', body);
  await until(() => of('mine').length === 1, 'the chat is on the other screen');
  expectFields(of('mine'), '[].action:string [].record.id:number [].record.users[].user.name:string');
  for (const name of ['chat', `chat-${chat.id}`])
    tab.on(`${company}-${name}`, (data) => events.push({ ...data, name }));
  await ana.call('POST', `/chats/${chat.id}/messages`, { message: 'Bom dia' });
  await until(() => of('chat').length > 0 && of(`chat-${chat.id}`).length > 0, 'the message is there');
  for (const name of ['chat', `chat-${chat.id}`]) {
    const [event] = of(name);
    expect(event?.action).toBe('new-message');
    expectFields(event, 'newMessage.id:number newMessage.message:string newMessage.sender.name:string');
    expectFields(event, 'newMessage.chat.users[].userId:number newMessage.senderId:number chat.id:number');
    expectFields(event, 'chat.lastMessage:string chat.users[].unreads:number chat.users[].userId:number');
  }
});
