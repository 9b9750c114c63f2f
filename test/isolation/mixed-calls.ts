import type { Fixture } from './fixture.ts';
import type { Call } from './routes.ts';

export const MIXED_CALLS: [name: string, call: (fixture: Fixture) => Omit<Call, 'subApp'>][] = [
  [
    'a ticket given to its agent',
    ({ aurora, boreal }) => put(aurora.ticketId, { status: 'open', userId: boreal.userId }),
  ],
  ['a ticket moved to its queue', ({ aurora, boreal }) => put(aurora.ticketId, { queueId: boreal.queueId })],
  [
    'a ticket moved to its line',
    ({ aurora, boreal }) => put(aurora.ticketId, { whatsappId: boreal.connectionId }),
  ],
  [
    'its message retried',
    ({ boreal }) => ({ method: 'POST', path: `/messages/${boreal.imageId}/retry`, body: undefined }),
  ],
  [
    'a line made with its queue',
    ({ boreal }) => ({
      method: 'POST',
      path: '/whatsapp',
      body: { name: 'Com fila', queueIds: [boreal.queueId] },
    }),
  ],
  [
    'a line changed to its queue',
    ({ aurora, boreal }) => ({
      method: 'PUT',
      path: `/whatsapp/${aurora.connectionId}`,
      body: { queueIds: [boreal.queueId] },
    }),
  ],
  [
    'a ticket opened for its agent',
    ({ aurora, boreal }) => post('/tickets', { ...opened(aurora), userId: boreal.userId }),
  ],
  [
    'a ticket opened for its contact',
    ({ aurora, boreal }) => post('/tickets', { ...opened(aurora), contactId: boreal.contactId }),
  ],
  [
    'a ticket opened in its queue',
    ({ aurora, boreal }) => post('/tickets', { ...opened(aurora), queueId: boreal.queueId }),
  ],
  [
    'a ticket opened on its line',
    ({ aurora, boreal }) => post('/tickets', { ...opened(aurora), whatsappId: boreal.connectionId }),
  ],
  [
    'a ticket given its tag',
    ({ aurora, boreal }) => post('/tags/sync', { ticketId: aurora.ticketId, tags: [{ id: boreal.tagId }] }),
  ],
  [
    'a ticket put in its column',
    ({ aurora, boreal }) => ({
      method: 'PUT',
      path: `/ticket-tags/${aurora.ticketId}/${boreal.tagId}`,
      body: undefined,
    }),
  ],
  [
    'its ticket put in our column',
    ({ aurora, boreal }) => ({
      method: 'PUT',
      path: `/ticket-tags/${boreal.ticketId}/${aurora.tagId}`,
      body: undefined,
    }),
  ],
  [
    'a line whose tickets move to its queue',
    ({ aurora, boreal }) => ({
      method: 'PUT',
      path: `/whatsapp/${aurora.connectionId}`,
      body: { transferQueueId: boreal.queueId },
    }),
  ],
  [
    'a message sent on to its contact',
    ({ aurora, boreal }) =>
      post('/message/forward', { messageId: aurora.textId, contactId: boreal.contactId }),
  ],
  [
    'its message sent on to our contact',
    ({ aurora, boreal }) =>
      post('/message/forward', { messageId: boreal.textId, contactId: aurora.contactId }),
  ],
  [
    'our contact merged with its',
    ({ aurora, boreal }) => post('/contacts/merge', { keep: aurora.contactId, drop: boreal.contactId }),
  ],
  [
    'a note on its contact',
    ({ aurora, boreal }) =>
      post('/ticket-notes', { note: 'nota', ticketId: aurora.ticketId, contactId: boreal.contactId }),
  ],
  [
    'a chat with its person',
    ({ boreal }) => post('/chats', { title: 'Juntos', users: [{ id: boreal.userId }] }),
  ],
  [
    'its person taken into our chat',
    ({ aurora, boreal }) => ({
      method: 'PUT',
      path: `/chats/${aurora.chatId}`,
      body: { title: 'Juntos', users: [{ id: boreal.userId }] },
    }),
  ],
  [
    'its ticket shared in our chat',
    ({ aurora, boreal }) =>
      post(`/chats/${aurora.chatId}/messages`, { message: '', ticketId: boreal.ticketId }),
  ],
  ['somebody new in its queue', ({ boreal }) => post('/users', { ...NOBODY, queueIds: [boreal.queueId] })],
  [
    'somebody new on its line',
    ({ boreal }) => post('/users', { ...NOBODY, whatsappId: boreal.connectionId }),
  ],
  [
    'an agent put into its queue and on its line',
    ({ aurora, boreal }) => ({
      method: 'PUT',
      path: `/users/${aurora.userId}`,
      body: { queueIds: [boreal.queueId], whatsappId: boreal.connectionId },
    }),
  ],
];

const NOBODY = { name: 'Lia Prado', email: 'lia@nobody.test', password: 'uma senha bem comprida' };

export function post(path: string, body: Record<string, unknown>) {
  return { method: 'POST', path, body };
}

function opened({ lonelyContactId, queueId, connectionId }: Fixture['aurora']) {
  return { contactId: lonelyContactId, queueId, whatsappId: connectionId };
}

function put(id: number, body: Record<string, unknown>) {
  return { method: 'PUT', path: `/tickets/${id}`, body };
}
