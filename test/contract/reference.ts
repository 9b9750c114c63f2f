/**
 * The keys that existing clients know, shape by shape (contract: http §1). Ours may have more; a key that
 * is missing must stand in `LEFT_OUT` with its reason.
 */
const TICKET_ROW = [
  'id',
  'status',
  'unreadMessages',
  'lastMessage',
  'isGroup',
  'userId',
  'contactId',
  'whatsappId',
  'queueId',
  'chatbot',
  'queueOptionId',
  'companyId',
  'uuid',
  'useIntegration',
  'integrationId',
  'typebotSessionId',
  'typebotStatus',
  'promptId',
  'fromMe',
  'amountUsedBotQueues',
  'createdAt',
  'updatedAt',
];
const CONTACT_ROW = [
  'id',
  'name',
  'number',
  'email',
  'profilePicUrl',
  'isGroup',
  'companyId',
  'whatsappId',
  'createdAt',
  'updatedAt',
];
const MESSAGE_ROW = [
  'id',
  'remoteJid',
  'participant',
  'dataJson',
  'ack',
  'read',
  'fromMe',
  'body',
  'mediaUrl',
  'mediaType',
  'isDeleted',
  'isEdited',
  'quotedMsgId',
  'ticketId',
  'contactId',
  'companyId',
  'queueId',
  'createdAt',
  'updatedAt',
];
const WHATSAPP_ROW = [
  'id',
  'name',
  'session',
  'qrcode',
  'status',
  'battery',
  'plugged',
  'retries',
  'greetingMessage',
  'farewellMessage',
  'complationMessage',
  'outOfHoursMessage',
  'ratingMessage',
  'provider',
  'isDefault',
  'companyId',
  'token',
  'transferQueueId',
  'timeToTransfer',
  'promptId',
  'integrationId',
  'maxUseBotQueues',
  'timeUseBotQueues',
  'expiresTicket',
  'expiresInactiveMessage',
  'createdAt',
  'updatedAt',
  'number',
  'queues',
];
const USER = [
  'id',
  'name',
  'email',
  'companyId',
  'profile',
  'super',
  'whatsappId',
  'allTicket',
  'queues',
  'company',
];
const MEMBERSHIP = ['id', 'name', 'color', 'UserQueue'];
const SETTING_ROW = ['id', 'key', 'value', 'companyId', 'createdAt', 'updatedAt'];
const COMPANY_ROW = [
  'id',
  'name',
  'phone',
  'email',
  'status',
  'dueDate',
  'recurrence',
  'schedules',
  'planId',
  'createdAt',
  'updatedAt',
];
const PLAN = [
  'id',
  'name',
  'users',
  'connections',
  'queues',
  'value',
  'useSchedules',
  'useCampaigns',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
];
const TAG_ROW = ['id', 'name', 'color', 'kanban', 'companyId', 'createdAt', 'updatedAt'];
const TICKET_PARTS = ['contact', 'queue', 'user', 'tags', 'whatsapp'];
const BRIEF_CONTACT = ['id', 'name', 'number', 'email', 'profilePicUrl'];
const BRIEF_QUEUE = ['id', 'name', 'color'];

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

export const REFERENCE: Record<string, Record<string, string[]>> = {
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
