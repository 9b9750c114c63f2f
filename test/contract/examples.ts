import { PASSWORD, type PersonName } from '@test/support/people.ts';
import type { World } from '@test/support/world.ts';
import type { TestDesk } from '../support/deps.ts';

/** One good call of an endpoint; without `as` by the administrator. */
export type Example = {
  as?: PersonName | 'stranger';
  path: string;
  body?: unknown;
  /** Sent instead of a body, as multipart form data. */
  form?: FormData;
  headers?: Record<string, string>;
};
export type Make = (world: World, desk: TestDesk) => Example | Promise<Example>;

const PUSH = {
  endpoint: 'https://push.example.com/abc',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
};

/** Every endpoint by `METHOD path`; what an example deletes, it makes first. */
export const EXAMPLES: Record<string, Make> = {
  'POST /auth/login': () => ({
    as: 'stranger',
    path: '/auth/login',
    body: { email: 'rui@aurora.test', password: PASSWORD },
  }),
  'POST /auth/refresh_token': async (_world, desk) => {
    const { cookie } = await desk.as('rui');
    return { as: 'stranger', path: '/auth/refresh_token', headers: { Cookie: `jrt=${cookie}` } };
  },
  'DELETE /auth/logout': () => ({ as: 'caio', path: '/auth/logout' }),
  'GET /auth/me': () => ({ as: 'bia', path: '/auth/me' }),
  'GET /companies/listPlan/:id': ({ companyId }) => ({ as: 'bia', path: `/companies/listPlan/${companyId}` }),
  'GET /settings': () => ({ path: '/settings/' }),
  'GET /settings/:key': () => ({ as: 'stranger', path: '/settings/trial' }),
  'GET /openapi.json': () => ({ as: 'bia', path: '/openapi.json' }),
  'GET /version': () => ({ as: 'stranger', path: '/version' }),

  'GET /tags': () => ({ as: 'bia', path: '/tags/?searchParam=&pageNumber=1' }),
  'GET /tags/list': () => ({ as: 'bia', path: '/tags/list' }),
  'GET /tags/:id': ({ tagId }) => ({ as: 'bia', path: `/tags/${tagId}` }),
  'POST /tags': () => ({ as: 'bia', path: '/tags', body: { name: fresh('Nova') } }),
  'PUT /tags/:id': ({ tagId }) => ({
    as: 'rui',
    path: `/tags/${tagId}`,
    body: { name: 'Outro nome', color: '#B80000', kanban: 1, ticketsCount: 3 },
  }),
  'DELETE /tags/:id': async (_world, desk) => ({
    path: `/tags/${await make(desk, '/tags', { name: fresh('Fora') })}`,
  }),

  'GET /contacts': () => ({ as: 'bia', path: '/contacts/?searchParam=cliente&pageNumber=1' }),
  'GET /contacts/list': () => ({ as: 'bia', path: '/contacts/list?companyId=1' }),
  'POST /contacts': () => ({
    as: 'bia',
    path: '/contacts',
    body: { name: fresh('Pessoa'), number: freshNumber(), email: '' },
  }),
  'PUT /contacts/:id': ({ contactId }) => ({
    as: 'bia',
    path: `/contacts/${contactId}`,
    body: { name: 'Maria Souza', email: 'maria@example.com', extraInfo: [{ name: 'CPF', value: '1' }] },
  }),
  'GET /contacts/export.csv': () => ({ as: 'bia', path: '/contacts/export.csv' }),
  'GET /contacts/imports/:id': ({ importId }) => ({ as: 'bia', path: `/contacts/imports/${importId}` }),
  'POST /contacts/upload': () => {
    const form = new FormData();
    form.set('file', new File([`nome;numero\nDa planilha;${freshNumber()}\n`], 'lista.csv'));
    return { as: 'bia', path: '/contacts/upload', form };
  },
  'POST /contacts/import': (_world, desk) => {
    desk.whatsapp.addressBook = [
      { identity: { pn: `${freshNumber()}@s.whatsapp.net`, lid: null }, name: 'Da agenda' },
    ];
    return { as: 'bia', path: '/contacts/import' };
  },
  'POST /contacts/:id/block': async (_world, desk) => ({
    as: 'bia',
    path: `/contacts/${await make(desk, '/contacts', { name: fresh('Chato'), number: freshNumber() })}/block`,
    body: { blocked: true },
  }),
  'POST /contacts/merge': async ({ contactId }, desk) => ({
    as: 'rui',
    path: '/contacts/merge',
    body: {
      keep: contactId,
      drop: Number(await make(desk, '/contacts', { name: fresh('Dupla'), number: freshNumber() })),
    },
  }),
  'DELETE /contacts/:id': async (_world, desk) => ({
    path: `/contacts/${await make(desk, '/contacts', { name: fresh('Fora'), number: freshNumber() })}`,
  }),
  'GET /contacts/:id': ({ contactId }) => ({ as: 'bia', path: `/contacts/${contactId}` }),

  'GET /whatsapp': () => ({ as: 'bia', path: '/whatsapp/?session=0' }),
  'GET /whatsapp/:id': ({ connectionId }) => ({ path: `/whatsapp/${connectionId}?session=0` }),
  'POST /whatsapp': ({ queueId }) => ({
    path: '/whatsapp',
    body: { name: fresh('Linha'), queueIds: [queueId] },
  }),
  'PUT /whatsapp/:id': ({ connectionId }) => ({
    path: `/whatsapp/${connectionId}`,
    body: { greetingMessage: 'Olá!' },
  }),
  'DELETE /whatsapp/:id': async (_world, desk) => ({
    path: `/whatsapp/${await make(desk, '/whatsapp', { name: fresh('Linha') })}`,
  }),
  'POST /whatsapp-restart': () => ({ path: '/whatsapp-restart/' }),
  'POST /whatsappsession/:id': ({ connectionId }) => ({ path: `/whatsappsession/${connectionId}` }),
  'PUT /whatsappsession/:id': ({ connectionId }) => ({ path: `/whatsappsession/${connectionId}` }),
  'DELETE /whatsappsession/:id': ({ connectionId }) => ({ path: `/whatsappsession/${connectionId}` }),
  'POST /whatsappsession/:id/pairing-code': ({ connectionId }) => ({
    path: `/whatsappsession/${connectionId}/pairing-code`,
    body: { number: '+55 11 90000-0000' },
  }),

  'GET /tickets': ({ queueId }) => ({
    as: 'bia',
    path: `/tickets?status=pending&pageNumber=1&showAll=false&queueIds=[${queueId}]&tags=[]&users=[]`,
  }),
  'GET /tickets/counts': () => ({ as: 'bia', path: '/tickets/counts' }),
  'GET /tickets/u/:uuid': ({ uuid }) => ({ as: 'bia', path: `/tickets/u/${uuid}` }),
  'GET /tickets/:id': ({ ticketId }) => ({ as: 'bia', path: `/tickets/${ticketId}` }),
  'PUT /tickets/:id': ({ ticketId }, { cast }) => ({
    as: 'bia',
    path: `/tickets/${ticketId}`,
    body: { status: 'open', userId: cast.userId.bia },
  }),
  'POST /tickets': async ({ ticketId, contactId, queueId }, desk) => {
    await (await desk.as('ana')).json('PUT', `/tickets/${ticketId}`, { status: 'closed' });
    return {
      as: 'bia',
      path: '/tickets',
      body: { contactId, queueId, whatsappId: '', userId: null, status: 'open' },
    };
  },
  'POST /tickets/bulk': ({ ticketId }) => ({
    as: 'bia',
    path: '/tickets/bulk',
    body: { action: 'unread', ids: [ticketId] },
  }),
  'POST /tickets/:id/unread': ({ ticketId }) => ({ as: 'bia', path: `/tickets/${ticketId}/unread` }),
  'POST /tickets/:id/snooze': ({ ticketId }, { clock }) => ({
    as: 'bia',
    path: `/tickets/${ticketId}/snooze`,
    body: { until: new Date(clock.now.getTime() + 3_600_000).toISOString() },
  }),
  'GET /tickets/:id/events': ({ ticketId }) => ({ as: 'bia', path: `/tickets/${ticketId}/events` }),
  'POST /tags/sync': ({ ticketId, tagId }) => ({
    as: 'bia',
    path: '/tags/sync',
    body: { ticketId, tags: [{ id: tagId, name: 'x' }] },
  }),
  'GET /audit': () => ({ path: '/audit?pageNumber=1' }),
  'POST /undo/:token': async ({ ticketId }, desk) => {
    const body = { action: 'unread', ids: [ticketId] };
    const bulk = await (await desk.as('ana')).json<{ undo: string }>('POST', '/tickets/bulk', body);
    return { path: `/undo/${bulk.body.undo}` };
  },
  'GET /ticket-notes/list': ({ ticketId, contactId }) => ({
    as: 'bia',
    path: `/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}`,
  }),
  'POST /ticket-notes': ({ ticketId, contactId }) => ({
    as: 'bia',
    path: '/ticket-notes',
    body: { note: 'prefere de manhã', ticketId, contactId },
  }),
  'DELETE /ticket-notes/:id': async ({ ticketId, contactId }, desk) => ({
    path: `/ticket-notes/${await make(desk, '/ticket-notes', { note: 'fora', ticketId, contactId })}`,
  }),
  'PUT /settings/:key': () => ({
    path: '/settings/userRating',
    body: { key: 'userRating', value: 'enabled' },
  }),
  'GET /users': () => ({ as: 'bia', path: '/users/?searchParam=bia&pageNumber=1' }),
  'GET /users/list': ({ companyId }) => ({ as: 'bia', path: `/users/list?companyId=${companyId}` }),
  'GET /queue': () => ({ as: 'bia', path: '/queue' }),
  'POST /tickets/:id/read': ({ ticketId }) => ({ as: 'bia', path: `/tickets/${ticketId}/read` }),
  'DELETE /tickets/:id': ({ groupTicketId }) => ({ path: `/tickets/${groupTicketId}` }),

  'GET /messages/:ticketId': ({ ticketId }) => ({ as: 'bia', path: `/messages/${ticketId}?pageNumber=1` }),
  'POST /messages/:ticketId': async ({ ticketId, textId }, desk) => {
    await accept(desk, ticketId);
    const body = { read: 1, fromMe: true, mediaUrl: '', body: 'Olá', quotedMsg: { id: String(textId) } };
    return { as: 'bia', path: `/messages/${ticketId}`, body };
  },
  'POST /messages/:id/retry': async ({ ticketId }, desk) => {
    await accept(desk, ticketId);
    return {
      as: 'bia',
      path: `/messages/${await make(desk, `/messages/${ticketId}`, { body: 'de novo' })}/retry`,
    };
  },
  'GET /messages/:ticketId/search': ({ ticketId }) => ({
    as: 'bia',
    path: `/messages/${ticketId}/search?q=bom`,
  }),
  'GET /messages/:id/info': ({ textId }) => ({ as: 'bia', path: `/messages/${textId}/info` }),
  'POST /messages/edit/:id': async ({ ticketId }, desk) => {
    const id = await answer(desk, ticketId);
    const body = { read: 1, fromMe: true, mediaUrl: '', body: 'Melhor assim', quotedMsg: null };
    return { as: 'bia', path: `/messages/edit/${id}`, body };
  },
  'PUT /messages/:id': ({ textId }) => ({ as: 'bia', path: `/messages/${textId}` }),
  'DELETE /messages/:id': async ({ ticketId }, desk) => ({
    as: 'bia',
    path: `/messages/${await answer(desk, ticketId)}`,
  }),
  'POST /message/forward': ({ imageId, contactId }) => ({
    as: 'bia',
    path: '/message/forward',
    body: { messageId: String(imageId), contactId },
  }),
  'POST /messages/:id/reactions': ({ textId }) => ({
    as: 'bia',
    path: `/messages/${textId}/reactions`,
    body: { type: '👍' },
  }),
  'POST /messages/:id/download': ({ imageId }) => ({ as: 'bia', path: `/messages/${imageId}/download` }),

  'GET /quick-messages': () => ({
    as: 'bia',
    path: '/quick-messages/?searchParam=preço&pageNumber=1&userId=1',
  }),
  'GET /quick-messages/list': ({ companyId }, { cast }) => ({
    as: 'bia',
    path: `/quick-messages/list?companyId=${companyId}&userId=${cast.userId.bia}`,
  }),
  'GET /quick-messages/:id': ({ quickMessageId }) => ({
    as: 'bia',
    path: `/quick-messages/${quickMessageId}`,
  }),
  'POST /quick-messages': ({ companyId }, { cast }) => ({
    as: 'bia',
    path: '/quick-messages',
    body: {
      shortcode: 'horário',
      message: 'Das 8 às 18',
      geral: false,
      status: true,
      isMedia: false,
      mediaPath: '/etc/passwd',
      companyId,
      userId: cast.userId.ana,
    },
  }),
  'PUT /quick-messages/:id': ({ quickMessageId }) => ({
    path: `/quick-messages/${quickMessageId}`,
    body: { shortcode: 'preço', message: 'A partir de R$ 10', geral: true },
  }),
  'DELETE /quick-messages/:id': async (_world, desk) => ({
    path: `/quick-messages/${await make(desk, '/quick-messages', { shortcode: fresh('Fora') })}`,
  }),
  'POST /quick-messages/:id/media-upload': ({ quickMessageId }) => {
    const form = new FormData();
    form.set('typeArch', 'quickMessage');
    form.set('file', new File(['tabela'], 'tabela.txt', { type: 'text/plain' }));
    return { path: `/quick-messages/${quickMessageId}/media-upload`, form };
  },
  'DELETE /quick-messages/:id/media-upload': ({ quickMessageId }) => ({
    path: `/quick-messages/${quickMessageId}/media-upload`,
  }),

  'GET /notifications': () => ({ as: 'bia', path: '/notifications' }),
  'GET /me/preferences': () => ({ as: 'bia', path: '/me/preferences' }),
  'PUT /me/preferences': () => ({
    as: 'bia',
    path: '/me/preferences',
    body: { key: 'notifications.sound', value: 'disabled' },
  }),
  'GET /push/key': () => ({ as: 'bia', path: '/push/key' }),
  'POST /push-subscriptions': () => ({ as: 'bia', path: '/push-subscriptions', body: PUSH }),
  'DELETE /push-subscriptions': () => ({
    as: 'bia',
    path: `/push-subscriptions?endpoint=${encodeURIComponent(PUSH.endpoint)}`,
  }),
  'POST /push-subscriptions/test': () => ({ as: 'bia', path: '/push-subscriptions/test' }),
};

let counter = 0;
/** Names are unique. */
const fresh = (name: string) => `${name} ${++counter}`;

const freshNumber = () => `5511977${String(++counter).padStart(6, '0')}`;

async function make(desk: TestDesk, path: string, body: unknown): Promise<string> {
  const reply = await (await desk.as('ana')).json<{ id: number | string }>('POST', path, body);
  return String(reply.body.id);
}

async function answer(desk: TestDesk, ticketId: number): Promise<string> {
  await accept(desk, ticketId);
  return make(desk, `/messages/${ticketId}`, { body: fresh('Resposta') });
}

async function accept(desk: TestDesk, ticketId: number): Promise<void> {
  await (await desk.as('bia')).json('PUT', `/tickets/${ticketId}`, { status: 'open' });
}
