import {
  BRIEF_CONTACT,
  BRIEF_QUEUE,
  COMPANY_ROW,
  CONTACT_ROW,
  MEMBERSHIP,
  MESSAGE_ROW,
  PLAN,
  QUEUE_ROW,
  QUICK_MESSAGE,
  SETTING_ROW,
  TAG_ROW,
  TICKET_PARTS,
  TICKET_ROW,
  USER,
  WHATSAPP_ROW,
} from './reference-keys.ts';

/** Where in which reply (`*` is the first of a list) which keys are read. */
const ticketAt = (at: string): Record<string, string[]> => ({
  [at]: [...TICKET_ROW, ...TICKET_PARTS],
  [`${at}contact.`]: BRIEF_CONTACT,
  [`${at}queue.`]: BRIEF_QUEUE,
  [`${at}tags.*.`]: [...BRIEF_QUEUE, 'TicketTag'],
  [`${at}whatsapp.`]: ['name'],
});
const detailAt = (at: string): Record<string, string[]> => ({
  ...ticketAt(at),
  [`${at}contact.`]: [...BRIEF_CONTACT, 'extraInfo'],
  [`${at}contact.extraInfo.*.`]: ['id', 'name', 'value', 'contactId'],
});
const connectionAt = (at: string): Record<string, string[]> => ({
  [at]: WHATSAPP_ROW,
  [`${at}queues.*.`]: ['id', 'name', 'color', 'greetingMessage', 'WhatsappQueue'],
});

/**
 * The keys that existing clients know, shape by shape (contract: http §1). Ours may have more; a key that
 * is missing must stand in `LEFT_OUT` with its reason.
 */
export const REFERENCE: Record<string, Record<string, string[]>> = {
  'GET /quick-messages': { '': ['records', 'count', 'hasMore'], 'records.*.': QUICK_MESSAGE },
  'GET /quick-messages/list': { '*.': QUICK_MESSAGE },
  'GET /quick-messages/:id': { '': QUICK_MESSAGE },
  'POST /quick-messages': { '': QUICK_MESSAGE },
  'PUT /quick-messages/:id': { '': QUICK_MESSAGE },
  'DELETE /quick-messages/:id': { '': ['message'] },
  'POST /quick-messages/:id/media-upload': { '': ['mensagem'] },
  'POST /auth/login': {
    '': ['token', 'user'],
    'user.': USER,
    'user.queues.*.': MEMBERSHIP,
    'user.queues.*.UserQueue.': ['userId', 'queueId', 'createdAt', 'updatedAt'],
    'user.company.': [...COMPANY_ROW, 'settings'],
    'user.company.settings.*.': SETTING_ROW,
  },
  'POST /auth/refresh_token': {
    '': ['token', 'user'],
    'user.': [...USER, 'tokenVersion'],
    'user.queues.*.': MEMBERSHIP,
    'user.company.': ['id', 'name', 'dueDate'],
  },
  'GET /auth/me': { '': ['id', 'profile', 'super'] },
  'GET /companies/listPlan/:id': {
    '': ['id', 'name', 'email', 'status', 'dueDate', 'createdAt', 'phone', 'plan'],
    'plan.': PLAN,
  },
  'GET /settings': { '*.': SETTING_ROW },
  'GET /settings/:key': { '': ['value'] },
  'GET /version': { '': ['version'] },
  'GET /tags': {
    '': ['tags', 'count', 'hasMore'],
    'tags.*.': ['id', 'name', 'color', 'ticketsCount', 'kanban'],
  },
  'GET /tags/list': { '*.': TAG_ROW },
  'GET /tags/:id': { '': TAG_ROW },
  'POST /tags': { '': TAG_ROW },
  'PUT /tags/:id': { '': TAG_ROW },
  'DELETE /tags/:id': { '': ['message'] },
  'GET /contacts': { '': ['contacts', 'count', 'hasMore'], 'contacts.*.': CONTACT_ROW },
  'POST /contacts/upload': { '*.': CONTACT_ROW },
  'POST /contacts/import': { '': ['message'] },
  'GET /contacts/list': { '*.': CONTACT_ROW },
  'POST /contacts': { '': [...CONTACT_ROW, 'extraInfo'] },
  'PUT /contacts/:id': {
    '': ['id', 'name', 'number', 'email', 'profilePicUrl', 'extraInfo'],
    'extraInfo.*.': ['id', 'name', 'value', 'contactId'],
  },
  'DELETE /contacts/:id': { '': ['message'] },
  'GET /contacts/:id': {
    '': [...CONTACT_ROW, 'extraInfo'],
    'extraInfo.*.': ['id', 'name', 'value', 'contactId'],
  },
  'GET /whatsapp': connectionAt('*.'),
  'GET /whatsapp/:id': connectionAt(''),
  'POST /whatsapp': { '': WHATSAPP_ROW },
  'PUT /whatsapp/:id': connectionAt(''),
  'DELETE /whatsapp/:id': { '': ['message'] },
  'POST /whatsappsession/:id': { '': ['message'] },
  'PUT /whatsappsession/:id': { '': ['message'] },
  'DELETE /whatsappsession/:id': { '': ['message'] },
  'GET /tickets': { '': ['tickets', 'count', 'hasMore'], ...ticketAt('tickets.*.') },
  'GET /tickets/u/:uuid': detailAt(''),
  'GET /tickets/:id': detailAt(''),
  'PUT /tickets/:id': detailAt(''),
  'DELETE /tickets/:id': { '': ['message'] },
  'POST /tickets': detailAt(''),
  'POST /tags/sync': { '': ['id', 'uuid', 'status', 'tags'] },
  'GET /ticket-notes/list': {
    '*.': [
      'id',
      'note',
      'userId',
      'contactId',
      'ticketId',
      'createdAt',
      'updatedAt',
      'user',
      'contact',
      'ticket',
    ],
    '*.user.': ['id', 'name', 'email'],
    '*.contact.': ['id', 'name'],
    '*.ticket.': ['id', 'status', 'createdAt'],
  },
  'POST /ticket-notes': { '': ['id', 'note', 'userId', 'contactId', 'ticketId', 'createdAt', 'updatedAt'] },
  'DELETE /ticket-notes/:id': { '': ['message'] },
  'PUT /settings/:key': { '': SETTING_ROW },
  'GET /users': {
    '': ['users', 'count', 'hasMore'],
    'users.*.': ['name', 'id', 'email', 'companyId', 'profile', 'createdAt', 'queues', 'company'],
  },
  'GET /users/list': { '*.': ['name', 'id', 'email', 'queues'] },
  'GET /queue': { '*.': QUEUE_ROW },
  'GET /messages/:ticketId': {
    '': ['count', 'messages', 'ticket', 'hasMore'],
    'messages.*.': [...MESSAGE_ROW, 'contact', 'quotedMsg', 'queue'],
    'messages.*.contact.': CONTACT_ROW,
    ...detailAt('ticket.'),
  },
};

/** What the shapes have and ours have not, and why nobody misses it. */
export const LEFT_OUT: [where: RegExp, key: string, reason: string][] = [
  [/tags\.\*\.$/, 'TicketTag', 'a join row of the reference; no client reads it'],
  [
    /contact\.extraInfo\.\*\.$/,
    'contactId',
    'clients read id, name and value; the contact is the one around it',
  ],
  [
    /messages\.\*\.contact\.$/,
    'email isGroup companyId whatsappId createdAt updatedAt',
    'clients read the name; the rest of the person comes with the ticket',
  ],
];
