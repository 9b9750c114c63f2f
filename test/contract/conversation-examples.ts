import type { Make } from './example.ts';
import { accept, answer, make } from './made-rows.ts';

/** Tickets, what is noted on them and what is said in them. */
export const CONVERSATION_EXAMPLES: Record<string, Make> = {
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
  'PUT /ticket-tags/:ticketId/:tagId': ({ ticketId, tagId }) => ({
    as: 'bia',
    path: `/ticket-tags/${ticketId}/${tagId}`,
  }),
  'DELETE /ticket-tags/:ticketId': ({ ticketId }) => ({ as: 'bia', path: `/ticket-tags/${ticketId}` }),
  'GET /audit': () => ({ path: '/audit?pageNumber=1' }),
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
};
