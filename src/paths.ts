export const withQuery = (path: string, query: Record<string, string | number | undefined>): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (pairs.length === 0) return path;
  return `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
};

export const paths = {
  home: () => '/',
  dashboardLive: () => '/dashboard/live',
  dashboardAttendants: (query: Record<string, string | number | undefined>) =>
    withQuery('/dashboard/attendants', query),
  dashboardCompared: (query: Record<string, string | number | undefined>) =>
    withQuery('/dashboard/compared', query),
  dashboardCsv: (query: Record<string, string | number | undefined>) =>
    withQuery('/dashboard/report.csv', query),
  version: () => '/version',
  login: () => '/login',
  loginCode: () => '/login/code',
  forgotPassword: () => '/forgetpsw',
  invitation: (secret: string) => `/invitation/${secret}`,
  resetPassword: () => '/forgetpsw/reset',
  signUp: () => '/signup',
  confirmEmailAgain: () => '/confirm-email',
  confirmEmail: (secret: string) => `/confirm-email/${secret}`,
  logout: () => '/logout',
  leaveCompany: () => '/leave-company',
  setUp: (secret: string) => `/setup/${secret}`,
  profile: () => '/profile',
  language: () => '/profile/language',
  menuBadge: (key: string) => `/menu/${key}/badge`,
  todolist: () => '/todolist',
  kanban: () => '/kanban',

  tags: () => '/tags',
  newTag: () => '/tags/new',
  tag: (id: number) => `/tags/${id}`,
  editTag: (id: number) => `/tags/${id}/edit`,
  confirmDeleteTag: (id: number) => `/tags/${id}/delete`,

  failedMessages: (connectionId?: number) =>
    connectionId === undefined ? '/messages/failed' : `/messages/failed?whatsappId=${connectionId}`,
  retryFailedMessages: (connectionId: number | null) =>
    connectionId === null ? '/messages/failed/retry' : `/messages/failed/retry?whatsappId=${connectionId}`,
  retryFailedMessage: (messageId: number) => `/messages/failed/${messageId}/retry`,
  quickMessages: () => '/quick-messages',
  newQuickMessage: () => '/quick-messages/new',
  quickMessage: (id: number) => `/quick-messages/${id}`,
  editQuickMessage: (id: number) => `/quick-messages/${id}/edit`,
  confirmDeleteQuickMessage: (id: number) => `/quick-messages/${id}/delete`,

  firstSteps: () => '/first-steps',

  tickets: () => '/tickets',
  share: () => '/share',
  ticketPart: (
    uuid: string,
    part: 'transfer' | 'snooze' | 'delete' | 'peek' | 'tags' | 'notes' | 'story' | 'drawer',
  ) => `/tickets/${uuid}/${part}`,
  newTicket: (query: { contactId?: number } = {}) => withQuery('/tickets/new', query),
  newTicketContacts: () => '/tickets/new/contacts',
  newTicketContact: () => '/tickets/new/contact',
  ticketPeople: () => '/ticket-choices/people',
  tagOptions: () => '/ticket-choices/tags',
  bulkTickets: () => '/tickets/bulk',

  messageApi: () => '/messages-api',
  tryText: () => '/messages-api/text',
  tryMedia: () => '/messages-api/media',

  accessTokens: () => '/messages-api/tokens',
  newAccessToken: () => '/messages-api/tokens/new',
  accessToken: (id: number) => `/messages-api/tokens/${id}`,
  apiReference: () => '/messages-api/reference',
  confirmDeleteAccessToken: (id: number) => `/messages-api/tokens/${id}/delete`,

  ticketHistory: () => '/audit/tickets',

  users: () => '/users',
  newUser: () => '/users/new',
  user: (id: number) => `/users/${id}`,
  editUser: (id: number) => `/users/${id}/edit`,
  userInvitation: (id: number) => `/users/${id}/invitation`,
  confirmDeleteUser: (id: number) => `/users/${id}/delete`,

  rules: () => '/rules',
  newRule: () => '/rules/new',
  ruleDraft: () => '/rules/draft',
  rule: (id: number) => `/rules/${id}`,
  editRule: (id: number) => `/rules/${id}/edit`,
  confirmDeleteRule: (id: number) => `/rules/${id}/delete`,
  moveRule: (id: number) => `/rules/${id}/move`,
  switchRule: (id: number) => `/rules/${id}/active`,
  tryRule: (id: number) => `/rules/${id}/trial`,

  contacts: () => '/contacts',
  newContact: () => '/contacts/new',
  newContactField: () => '/contacts/fields/new',
  contact: (id: number) => `/contacts/${id}`,
  editContact: (id: number) => `/contacts/${id}/edit`,
  confirmDeleteContact: (id: number) => `/contacts/${id}/delete`,
  blockContact: (id: number) => `/contacts/${id}/block`,
  mergeContact: (id: number) => `/contacts/${id}/merge`,
  mergeChoices: (id: number) => `/contacts/${id}/merge/choices`,
  exportContacts: () => '/contacts/export.csv',
  importContacts: () => '/contacts/import',
  uploadContacts: () => '/contacts/upload',
  contactImport: (id: number) => `/contacts/imports/${id}`,

  settings: () => '/settings',
  companyHours: (companyId: number) => `/companies/${companyId}/schedules`,
  settingsHours: () => '/settings/hours',
  settingsHistory: () => '/settings/history',
  settingChanges: () => '/settings/changes',
  setting: (key: string) => `/settings/${key}`,
  holidays: () => '/holidays',
  newHoliday: () => '/holidays/new',
  suggestedHolidays: () => '/holidays/suggestions',
  holiday: (id: number) => `/holidays/${id}`,
  editHoliday: (id: number) => `/holidays/${id}/edit`,
  confirmDeleteHoliday: (id: number) => `/holidays/${id}/delete`,

  connections: () => '/connections',
  newConnection: () => '/connections/new',
  connectionTransfer: () => '/connections/transfer',
  restartConnections: () => '/connections/restart',
  connection: (id: number) => `/connections/${id}`,
  editConnection: (id: number) => `/connections/${id}/edit`,
  confirmDeleteConnection: (id: number) => `/connections/${id}/delete`,
  connectionSession: (id: number) => `/connections/${id}/session`,
  confirmDisconnect: (id: number) => `/connections/${id}/disconnect`,
  connectionQrCode: (id: number) => `/connections/${id}/qrcode`,
  connectionPairing: (id: number) => `/connections/${id}/pairing`,
  connectionHealth: (id: number) => `/connections/${id}/health`,
  connectionFacts: (id: number) => `/connections/${id}/health/facts`,
  connectionToken: (id: number) => `/connections/${id}/token`,
  connectionPairingCode: (id: number) => `/connections/${id}/pairing-code`,
} as const;

export const schedulePaths = {
  list: () => '/schedules',
  add: (query: { contactId?: number; at?: string; whatsappId?: number } = {}) =>
    withQuery('/schedules/new', query),
  contacts: () => '/schedules/contacts',
  one: (id: number) => `/schedules/${id}`,
  edit: (id: number) => `/schedules/${id}/edit`,
  confirmDelete: (id: number) => `/schedules/${id}/delete`,
} as const;

export const fileListPaths = {
  list: () => '/files',
  add: () => '/files/new',
  one: (id: number) => `/files/${id}`,
  edit: (id: number) => `/files/${id}/edit`,
  confirmDelete: (id: number) => `/files/${id}/delete`,
} as const;

export const integrationPaths = {
  list: () => '/queue-integration',
  add: () => '/queue-integration/new',
  testSession: () => '/queue-integration/test-session',
  testInvoices: () => '/queue-integration/test-invoices',
  one: (id: number) => `/queue-integration/${id}`,
  edit: (id: number) => `/queue-integration/${id}/edit`,
  confirmDelete: (id: number) => `/queue-integration/${id}/delete`,
} as const;

/** Separate, to stay out of the workspace's script. */
export const queuePaths = {
  list: () => '/queues',
  add: () => '/queues/new',
  one: (id: number) => `/queues/${id}`,
  edit: (id: number) => `/queues/${id}/edit`,
  confirmDelete: (id: number) => `/queues/${id}/delete`,
  options: (id: number) => `/queues/${id}/options`,
} as const;

export const promptPaths = {
  list: () => '/prompts',
  add: () => '/prompts/new',
  one: (id: number) => `/prompts/${id}`,
  edit: (id: number) => `/prompts/${id}/edit`,
  confirmDelete: (id: number) => `/prompts/${id}/delete`,
  trial: () => '/prompts/trial',
  usage: () => '/prompts/usage',
  budget: () => '/prompts/budget',
  assistant: () => '/prompts/assistant',
} as const;

export const campaignPaths = {
  list: () => '/campaigns',
  add: () => '/campaigns/new',
  sendingThrough: (connectionId: number) => `/campaigns/sending-through/${connectionId}`,
  one: (id: number) => `/campaigns/${id}`,
  edit: (id: number) => `/campaigns/${id}/edit`,
  confirmDelete: (id: number) => `/campaigns/${id}/delete`,
  confirmStop: (id: number) => `/campaigns/${id}/stop`,
  confirmStart: (id: number) => `/campaigns/${id}/start`,
  start: (id: number) => `/campaigns/${id}/start`,
  cancel: (id: number) => `/campaigns/${id}/cancel`,
  restart: (id: number) => `/campaigns/${id}/restart`,
  duplicate: (id: number) => `/campaigns/${id}/duplicate`,
  test: (number: number) => `/campaigns/test/${number}`,
  report: (id: number) => `/campaign/${id}/report`,
  reportContacts: (id: number) => `/campaign/${id}/report/contacts`,
  reportCsv: (id: number) => `/campaigns/${id}/report.csv`,
  retry: (id: number) => `/campaign/${id}/retry`,
  unanswered: (id: number) => `/campaigns/${id}/unanswered`,
  settings: () => '/campaigns-config',
  newVariable: () => '/campaigns-config/variables/new',
  optOutSettings: () => '/campaigns-config/opt-out',
  answerSettings: () => '/campaigns-config/answers',
  limits: () => '/campaigns-config/limits',
  limit: (connectionId: number) => `/campaigns-config/limits/${connectionId}`,
  editLimit: (connectionId: number) => `/campaigns-config/limits/${connectionId}/edit`,
  optOuts: () => '/opt-outs',
  newOptOut: () => '/opt-outs/new',
  optOut: (id: number) => `/opt-outs/${id}`,
  confirmDeleteOptOut: (id: number) => `/opt-outs/${id}/delete`,
} as const;

export const listPaths = {
  lists: () => '/contact-lists',
  add: () => '/contact-lists/new',
  sources: () => '/contact-lists/sources',
  example: () => '/contact-lists/example.xlsx',
  list: (id: number) => `/contact-lists/${id}`,
  edit: (id: number) => `/contact-lists/${id}/edit`,
  confirmDelete: (id: number) => `/contact-lists/${id}/delete`,
  contacts: (id: number) => `/contact-lists/${id}/contacts`,
  addContact: (id: number) => `/contact-lists/${id}/contacts/new`,
  check: (id: number) => `/contact-lists/${id}/check`,
  fill: (id: number) => `/contact-lists/${id}/fill`,
  chooseSheet: (id: number) => `/contact-lists/${id}/import`,
  upload: (id: number) => `/contact-lists/${id}/upload`,
  item: (id: number) => `/contact-list-items/${id}`,
  editItem: (id: number) => `/contact-list-items/${id}/edit`,
  confirmDeleteItem: (id: number) => `/contact-list-items/${id}/delete`,
  import: (id: number) => `/contact-lists/imports/${id}`,
  previewImport: (id: number) => `/contact-lists/imports/${id}/preview`,
  skippedLines: (id: number) => `/contact-lists/imports/${id}/skipped.csv`,
} as const;
