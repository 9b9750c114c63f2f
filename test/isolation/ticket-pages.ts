import type { World } from '@test/support/world.ts';
import type { Row } from './routes.ts';

const ticket = ({ contactId, queueId, connectionId }: World) => ({
  contactId: String(contactId),
  queueId: String(queueId),
  whatsappId: String(connectionId),
});
const note = ({ noteId }: World) => ({ id: noteId });
const tag = ({ tagId }: World) => ({ id: tagId });

/** Dialogs and pieces around a ticket. */
export const TICKET_PAGES: Record<string, Row> = {
  'GET /audit': { access: 'admin' },
  'GET /ticket-choices/people': { access: 'person' },
  'GET /ticket-choices/tags': { access: 'person' },
  'GET /tickets/new': { access: 'person' },
  'GET /tickets/new/contacts': { access: 'person' },
  'GET /tickets/new/contact': { access: 'person' },
  'POST /tickets': { access: 'person', body: ticket },
  'GET /tickets/bulk/assign': { access: 'person', query: ({ ticketId }) => `?ids=${ticketId}` },
  'GET /tickets/bulk/tag': { access: 'person', query: ({ ticketId }) => `?ids=${ticketId}` },
  'POST /tickets/bulk': {
    access: 'person',
    body: ({ ticketId }) => ({ action: 'close', ids: `${ticketId}` }),
  },
  'DELETE /tickets/:uuid': { access: 'admin' },
  'GET /tickets/:uuid/delete': { access: 'admin' },
  'GET /tickets/:uuid/peek': { access: 'reader' },
  'GET /tickets/:uuid/transfer': { access: 'reader' },
  'PUT /tickets/:uuid/transfer': { access: 'reader', body: ticket },
  'GET /tickets/:uuid/snooze': { access: 'reader' },
  'POST /tickets/:uuid/snooze': { access: 'reader', body: () => ({ choice: 'hour' }) },
  'DELETE /tickets/:uuid/snooze': { access: 'reader' },
  'GET /tickets/:uuid/drawer': { access: 'reader' },
  'GET /tickets/:uuid/story': { access: 'reader' },
  'GET /tickets/:uuid/notes': { access: 'reader' },
  'POST /tickets/:uuid/notes': { access: 'reader', body: () => ({ note: 'alheia' }) },
  'GET /tickets/:uuid/notes/:id/delete': { access: 'reader', params: note },
  'DELETE /tickets/:uuid/notes/:id': { access: 'reader', params: note },
  'GET /tickets/:uuid/tags': { access: 'reader' },
  'POST /tickets/:uuid/tags': { access: 'reader', body: () => ({ name: 'Alheia' }) },
  'DELETE /tickets/:uuid/tags/:id': { access: 'reader', params: tag },
};
