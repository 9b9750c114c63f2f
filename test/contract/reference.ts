import { ACCOUNT_CALLS } from './reference-accounts.ts';
import { BILLING_CALLS } from './reference-billing.ts';
import { CAMPAIGN_CALLS } from './reference-campaigns.ts';
import { COMPANY_CALLS } from './reference-companies.ts';
import {
  BRIEF_CONTACT,
  BRIEF_QUEUE,
  CHAT_MESSAGE_ROW,
  CHAT_ROW,
  CHAT_USER,
  COMPANY_ROW,
  CONTACT_ROW,
  EXTRA_INFO,
  FILE_LIST_OPTION,
  FILE_LIST_ROW,
  LOGIN_USER,
  MESSAGE_ROW,
  NOTE_ROW,
  QUEUE_INTEGRATION_ROW,
  QUEUE_OPTION_ROW,
  QUEUE_ROW,
  QUICK_MESSAGE_ROW,
  REFRESH_USER,
  SETTING_ROW,
  STAMPS,
  TAG_ROW,
  TICKET_PARTS,
  TICKET_ROW,
  USER_CREATED,
  USER_LIST_ITEM,
  USER_QUEUE,
  USER_SIMPLE,
  USER_UPDATED,
  WHATSAPP_ROW,
} from './reference-keys.ts';
import { CONTACT_LIST_CALLS } from './reference-lists.ts';
import { PLATFORM_CALLS } from './reference-platform.ts';
import { PROMPT_CALLS } from './reference-prompts.ts';
import { SCHEDULE_CALLS } from './reference-schedules.ts';

type Paths = Record<string, string[]>;

const MESSAGE = { '': ['message'] };
const MENSAGEM = { '': ['mensagem'] };
/** The contract answers nothing; more keys do no harm. */
const EMPTY = {};

const listOf = (name: string, row: string[] = []): Paths => ({
  '': [name, 'count', 'hasMore'],
  ...(row.length > 0 && { [`${name}.*.`]: row }),
});
const ticketAt = (at: string): Paths => ({
  [at]: [...TICKET_ROW, ...TICKET_PARTS],
  [`${at}contact.`]: BRIEF_CONTACT,
  [`${at}queue.`]: BRIEF_QUEUE,
  [`${at}user.`]: ['id', 'name'],
  [`${at}tags.*.`]: [...BRIEF_QUEUE, 'TicketTag'],
  [`${at}whatsapp.`]: ['name'],
});
const fullTicketAt = (at: string): Paths => ({
  ...ticketAt(at),
  [`${at}contact.`]: [...BRIEF_CONTACT, 'extraInfo'],
  [`${at}contact.extraInfo.*.`]: EXTRA_INFO,
});
const briefQueuesAt = (at: string, join: string, more: string[] = []): Paths => ({
  [`${at}queues.*.`]: [...BRIEF_QUEUE, ...more, join],
});
const membershipsAt = (at: string): Paths => ({
  [`${at}queues.*.`]: [...QUEUE_ROW, 'UserQueue'],
  [`${at}queues.*.UserQueue.`]: USER_QUEUE,
});
const chatUsersAt = (at: string): Paths => ({
  [`${at}users.*.`]: CHAT_USER,
  [`${at}users.*.user.`]: ['id', 'name'],
});
const contactAt = (at: string): Paths => ({
  [at]: [...CONTACT_ROW, 'extraInfo'],
  [`${at}extraInfo.*.`]: EXTRA_INFO,
});

const fileListAt = (at: string): Paths => ({
  [at]: [...FILE_LIST_ROW, 'options'],
  [`${at}options.*.`]: FILE_LIST_OPTION,
});

/** Contract: http §2 to §10. Ours may have more keys; a missing one must be in `LEFT_OUT` with its reason. */
export const REFERENCE: Record<string, Paths> = {
  'POST /auth/login': {
    '': ['token', 'user'],
    'user.': LOGIN_USER,
    ...membershipsAt('user.'),
    'user.company.': [...COMPANY_ROW, 'settings'],
    'user.company.settings.*.': SETTING_ROW,
  },
  'POST /auth/refresh_token': {
    '': ['token', 'user'],
    'user.': REFRESH_USER,
    ...briefQueuesAt('user.', 'UserQueue'),
    'user.company.': ['id', 'name', 'dueDate'],
  },
  'DELETE /auth/logout': EMPTY,
  'GET /auth/me': { '': ['id', 'profile', 'super'] },

  'GET /users': {
    ...listOf('users', USER_LIST_ITEM),
    ...briefQueuesAt('users.*.', 'UserQueue'),
    'users.*.company.': ['id', 'name'],
  },
  'GET /users/list': { '*.': USER_SIMPLE, ...membershipsAt('*.') },
  'GET /users/:id': {
    '': REFRESH_USER,
    ...briefQueuesAt('', 'UserQueue'),
    'company.': ['id', 'name', 'dueDate'],
  },
  'POST /users': { '': USER_CREATED, ...membershipsAt('') },
  'PUT /users/:id': { '': USER_UPDATED, 'company.': COMPANY_ROW, ...membershipsAt('') },
  'DELETE /users/:id': MESSAGE,
  'GET /settings': { '*.': SETTING_ROW },
  'GET /settings/:key': { '': SETTING_ROW },
  'PUT /settings/:key': { '': SETTING_ROW },
  ...COMPANY_CALLS,
  'GET /version': { '': ['version'] },

  'GET /tickets': {
    ...listOf('tickets'),
    ...ticketAt('tickets.*.'),
    'tickets.*.messages.*.': ['id', 'body'],
  },
  'GET /ticket/kanban': { ...listOf('tickets'), ...ticketAt('tickets.*.') },
  'GET /tickets/:id': {
    ...fullTicketAt(''),
    'queue.': [...BRIEF_QUEUE, 'prompt', 'queueIntegrations'],
  },
  'GET /tickets/u/:uuid': fullTicketAt(''),
  'POST /tickets': {
    '': [...TICKET_ROW, 'contact', 'queue'],
    'contact.': CONTACT_ROW,
    'queue.': QUEUE_ROW,
  },
  'PUT /tickets/:id': fullTicketAt(''),
  'DELETE /tickets/:id': MESSAGE,
  'PUT /ticket-tags/:ticketId/:tagId': { '': ['ticketId', 'tagId', ...STAMPS] },
  'DELETE /ticket-tags/:ticketId': MESSAGE,
  'POST /tags/sync': { '': [...TICKET_ROW, 'tags'] },
  'GET /ticket-notes/list': {
    '*.': [...NOTE_ROW, 'user', 'contact', 'ticket'],
    '*.user.': ['id', 'name', 'email'],
    '*.contact.': ['id', 'name'],
    '*.ticket.': ['id', 'status', 'createdAt'],
  },
  'GET /ticket-notes': listOf('ticketNotes', NOTE_ROW),
  'GET /ticket-notes/:id': { '': NOTE_ROW },
  'PUT /ticket-notes/:id': { '': NOTE_ROW },
  'POST /ticket-notes': { '': NOTE_ROW },
  'DELETE /ticket-notes/:id': MESSAGE,

  'GET /messages/:ticketId': {
    '': ['count', 'messages', 'ticket', 'hasMore'],
    'messages.*.': [...MESSAGE_ROW, 'contact', 'quotedMsg', 'queue'],
    'messages.*.contact.': CONTACT_ROW,
    'messages.*.queue.': QUEUE_ROW,
    'messages.*.quotedMsg.': [...MESSAGE_ROW, 'contact'],
    'messages.*.quotedMsg.contact.': CONTACT_ROW,
    'messages.*.reactions.*.': ['type', 'userId'],
    ...fullTicketAt('ticket.'),
  },
  'POST /messages/send': MENSAGEM,
  'POST /messages/send/:whatsapp': MENSAGEM,
  'POST /messages/:ticketId': EMPTY,
  'DELETE /messages/:messageId': EMPTY,
  'POST /messages/edit/:messageId': EMPTY,
  'PUT /messages/:messageId': EMPTY,
  'POST /message/forward': EMPTY,
  'POST /messages/:messageId/reactions': { '': ['message', 'reactionResult', 'reactions'] },

  'GET /contacts': listOf('contacts', CONTACT_ROW),
  'GET /contacts/list': { '*.': CONTACT_ROW },
  'GET /contacts/:id': {
    ...contactAt(''),
    '': [...CONTACT_ROW, 'extraInfo', 'whatsapp'],
    'whatsapp.': WHATSAPP_ROW,
  },
  'GET /contact': { '': CONTACT_ROW },
  'POST /contacts': { '': [...CONTACT_ROW, 'extraInfo'] },
  'PUT /contacts/:id': {
    '': ['id', 'name', 'number', 'email', 'profilePicUrl', 'extraInfo'],
    'extraInfo.*.': EXTRA_INFO,
  },
  'DELETE /contacts/:id': MESSAGE,
  'POST /contacts/upload': { '*.': CONTACT_ROW },
  'POST /contacts/import': MESSAGE,
  'POST /contacts/merge': EMPTY,

  'GET /whatsapp': {
    '*.': [...WHATSAPP_ROW, 'queues'],
    ...briefQueuesAt('*.', 'WhatsappQueue', ['greetingMessage']),
  },
  'GET /whatsapp/:id': {
    '': [...WHATSAPP_ROW, 'queues', 'prompt'],
    ...briefQueuesAt('', 'WhatsappQueue', [
      'greetingMessage',
      'integrationId',
      'promptId',
      'mediaPath',
      'mediaName',
      'options',
    ]),
  },
  'POST /whatsapp': { '': [...WHATSAPP_ROW, 'queues'] },
  'PUT /whatsapp/:id': { '': [...WHATSAPP_ROW, 'queues'] },
  'DELETE /whatsapp/:id': MESSAGE,
  'POST /whatsapp-restart': MESSAGE,
  'POST /whatsappsession/:id': MESSAGE,
  'PUT /whatsappsession/:id': MESSAGE,
  'DELETE /whatsappsession/:id': MESSAGE,

  ...PROMPT_CALLS,
  'GET /queue': { '*.': QUEUE_ROW },
  'GET /queue/:id': { '': QUEUE_ROW },
  'POST /queue': { '': QUEUE_ROW },
  'PUT /queue/:id': { '': QUEUE_ROW },
  'DELETE /queue/:id': EMPTY,
  'POST /queue/:id/media-upload': MENSAGEM,
  'DELETE /queue/:id/media-upload': MENSAGEM,
  'GET /queue-options': { '*.': QUEUE_OPTION_ROW },
  'GET /queue-options/:id': { '': QUEUE_OPTION_ROW },
  'POST /queue-options': { '': QUEUE_OPTION_ROW },
  'PUT /queue-options/:id': { '': QUEUE_OPTION_ROW },
  'DELETE /queue-options/:id': MESSAGE,
  'POST /queue-options/:id/media-upload': MENSAGEM,
  'DELETE /queue-options/:id/media-upload': MENSAGEM,
  'GET /tags': listOf('tags', ['id', 'name', 'color', 'ticketsCount', 'kanban']),
  'GET /tags/list': { '*.': TAG_ROW },
  'GET /tags/kanban': { 'lista.*.': TAG_ROW },
  'GET /tags/:id': { '': TAG_ROW },
  'POST /tags': { '': TAG_ROW },
  'PUT /tags/:id': { '': TAG_ROW },
  'DELETE /tags/:id': MESSAGE,
  'GET /quick-messages': listOf('records', QUICK_MESSAGE_ROW),
  'GET /quick-messages/list': { '*.': [...QUICK_MESSAGE_ROW, 'company'], '*.company.': ['id', 'name'] },
  'GET /quick-messages/:id': { '': QUICK_MESSAGE_ROW },
  'POST /quick-messages': { '': QUICK_MESSAGE_ROW },
  'PUT /quick-messages/:id': { '': QUICK_MESSAGE_ROW },
  'DELETE /quick-messages/:id': MESSAGE,
  'POST /quick-messages/:id/media-upload': MENSAGEM,

  'GET /dashboard': {
    'counters.': [
      'totalWhatsappSessions',
      'totalCompanies',
      'supportHappening',
      'supportPending',
      'supportFinished',
      'avgSupportTime',
      'avgWaitTime',
    ],
    'attendants.*.': ['id', 'name', 'avgSupportTime', 'tickets', 'rating', 'online'],
  },
  'GET /dashboard/ticketsUsers': { 'data.*.': ['quantidade', 'nome'] },
  'GET /dashboard/ticketsDay': { '': ['count'], 'data.*.': ['total', 'data'] },
  ...BILLING_CALLS,
  ...SCHEDULE_CALLS,
  ...ACCOUNT_CALLS,
  ...CAMPAIGN_CALLS,
  'GET /campaign-settings': { '*.': SETTING_ROW },
  'POST /campaign-settings': { '*.': SETTING_ROW },
  'GET /files': listOf('files', FILE_LIST_ROW),
  'GET /files/:id': fileListAt(''),
  'POST /files': fileListAt(''),
  'PUT /files/:id': fileListAt(''),
  'DELETE /files/:id': MESSAGE,
  'POST /files/uploadList/:id': MENSAGEM,
  ...CONTACT_LIST_CALLS,
  ...PLATFORM_CALLS,
  'GET /chats': { ...listOf('records', CHAT_ROW), ...chatUsersAt('records.*.') },
  'GET /chats/:uuid': { '': CHAT_ROW, ...chatUsersAt('') },
  'POST /chats': { '': CHAT_ROW, ...chatUsersAt('') },
  'PUT /chats/:id': { '': CHAT_ROW, ...chatUsersAt('') },
  'DELETE /chats/:id': MESSAGE,
  'GET /chats/:id/messages': {
    ...listOf('records', CHAT_MESSAGE_ROW),
    'records.*.sender.': ['id', 'name'],
  },
  'POST /chats/:id/messages': {
    '': [...CHAT_MESSAGE_ROW, 'chat'],
    'sender.': ['id', 'name'],
    'chat.': CHAT_ROW,
    ...chatUsersAt('chat.'),
  },
  'POST /chats/:id/read': { '': CHAT_ROW, ...chatUsersAt('') },
  'GET /queueIntegration': listOf('queueIntegrations', QUEUE_INTEGRATION_ROW),
  'GET /queueIntegration/:id': { '': QUEUE_INTEGRATION_ROW },
  'POST /queueIntegration': { '': QUEUE_INTEGRATION_ROW },
  'PUT /queueIntegration/:id': { '': QUEUE_INTEGRATION_ROW },
  'DELETE /queueIntegration/:id': EMPTY,
  'POST /queueIntegration/testSession': { '': ['messages'] },
};
