import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Client, expectFields, openClient, type Row } from './client.ts';

let bia: Client;
beforeAll(async () => {
  bia = await openClient('bia');
});
afterAll(() => bia.stop());

const LIST =
  'id:number uuid:string status:string lastMessage:string updatedAt:string unreadMessages:number isGroup:boolean chatbot:boolean userId queueId whatsappId contactId:number contact.name:string contact.number:string contact.profilePicUrl queue.id:number queue.name:string queue.color:string user whatsapp.name:string';
const listed = LIST.split(' ').map((field) => `tickets[].${field}`);

test('an agent finds a waiting ticket, accepts, answers, transfers and closes it', async () => {
  const { ticketId, uuid, queueId, connectionId, contactId } = bia.fixtures;
  const filter = { tags: '[]', users: '[]', queueIds: `[${queueId}]`, showAll: false };
  const page = await bia.get('/tickets', { ...filter, pageNumber: 1, status: 'pending' });
  expectFields(
    page,
    `${listed.join(' ')} hasMore:boolean tickets[].tags[].id:number tickets[].tags[].color:string`,
  );
  const accepted = { status: 'open', userId: bia.user.id };
  expectFields(
    await bia.send('PUT', `/tickets/${ticketId}`, accepted),
    'uuid:string status:string user.name:string',
  );
  const settings = await bia.get<{ key: string; value: string }[]>('/settings/');
  expect(settings.filter(({ key }) => key === 'sendGreetingAccepted')[0]?.value).toBe('disabled');
  const ticket = await bia.get(`/tickets/u/${uuid}`);
  expectFields(
    ticket,
    'id:number status:string isGroup:boolean contactId:number queueId:number user.id:number',
  );
  expectFields(
    ticket,
    'contact.name:string contact.email:string contact.extraInfo[].name:string whatsapp.name:string',
  );
  const seen = await bia.get(`/messages/${ticketId}`, { pageNumber: 1 });
  expectFields(seen, 'hasMore:boolean messages[].id:string messages[].body:string messages[].fromMe:boolean');
  expectFields(
    seen,
    'messages[].ack:number messages[].mediaType:string messages[].mediaUrl messages[].quotedMsg',
  );
  expectFields(seen, 'messages[].isDeleted:boolean messages[].isEdited:boolean messages[].createdAt:string');
  expectFields(seen, 'messages[].ticketId:number');
  const text = { read: 1, fromMe: true, mediaUrl: '', body: '*Bia:*\nPois não?', quotedMsg: null };
  await bia.send('POST', `/messages/${ticketId}`, text);
  await bia.upload(`/messages/${ticketId}`, { fromMe: 'true', body: 'foto.png' }, 'medias');
  expect(await bia.status('PUT', `/tickets/${ticketId}`, { ...accepted, whatsappId: connectionId })).toBe(
    200,
  );
  const back = {
    status: 'pending',
    userId: null,
    useIntegration: false,
    promptId: null,
    integrationId: null,
  };
  expectFields(await bia.send('PUT', `/tickets/${ticketId}`, back), 'status:string user queue.name:string');
  expectFields(
    await bia.get('/users/', { searchParam: 'rui' }),
    'users[].id:number users[].name:string users[].queues[]',
  );
  const ended = {
    status: 'closed',
    userId: null,
    useIntegration: false,
    promptId: false,
    integrationId: false,
  };
  expectFields(await bia.send('PUT', `/tickets/${ticketId}`, ended), 'status:string');
  const again = { contactId, queueId, whatsappId: connectionId, userId: bia.user.id, status: 'open' };
  expectFields(await bia.send('POST', '/tickets', again), 'uuid:string id:number');
});

test('tags and notes of a ticket are read and written beside the conversation', async () => {
  const { ticketId, contactId } = bia.fixtures;
  const tags = await bia.get<Row[]>('/tags/list');
  expectFields(tags, '[].id:number [].name:string [].color:string');
  const tag = await bia.send('POST', '/tags', { name: 'Retornar' });
  expectFields(await bia.send('POST', '/tags/sync', { ticketId, tags: [...tags, tag] }), 'tags[].id:number');
  await bia.send('POST', '/ticket-notes', { note: 'prefere de manhã', contactId, ticketId });
  const notes = await bia.get<Row[]>('/ticket-notes/list', { ticketId, contactId });
  expectFields(notes, '[].id:number [].note:string [].createdAt:string');
  expectFields(notes.slice(0, 1), '[].user.name:string');
  await bia.send('DELETE', `/ticket-notes/${notes[0]?.id}`);
});
