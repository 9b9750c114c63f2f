/**
 * A table belongs to the module named like its file in `db/…/schema`: that module writes it, higher ones may join it.
 * These are in a file of another name.
 */
export const OWNED_ELSEWHERE: Record<string, string> = {
  hibernatedCompanies: 'core',
  nodes: 'core',
  companyOwners: 'core',
  outbox: 'core',
  auditEntries: 'core',
  undos: 'core',
  idempotencyKeys: 'core',
  companies: 'companies',
  plans: 'companies',
  companyFigures: 'quotas',
  deletedCompanies: 'back-office',
  emailConfirmations: 'sign-up',
  passwordResets: 'password-reset',
  platformSettings: 'settings',
  settings: 'settings',
  settingChanges: 'settings',
  holidays: 'settings',
  logins: 'users',
  users: 'users',
  userQueues: 'users',
  queues: 'queues',
  queueOptions: 'queues',
  tags: 'tags',
  apiTokens: 'connections',
  ratings: 'chatbot',
  quickMessages: 'quick-messages',
  contactLists: 'contact-lists',
  contactListItems: 'contact-lists',
  contactListTotals: 'contact-lists',
  contactListImports: 'contact-lists',
  contactListImportRows: 'contact-lists',
  chats: 'internal-chat',
  chatUsers: 'internal-chat',
  chatMessages: 'internal-chat',
  chatMentions: 'internal-chat',
  userPreferences: 'notifications',
  pushSubscriptions: 'notifications',
};

export const READS_ABOVE: [file: RegExp, table: string, reason: string][] = [
  [
    /^src\/modules\/mail\/platform-name\.queries\.ts$/,
    'platformSettings',
    'every mail carries the platform’s name, and the settings send mails',
  ],
  [
    /^src\/modules\/users\/users\.queries\.ts$/,
    'tickets',
    'the confirmation shows how many conversations a user holds',
  ],
  [/^src\/modules\/users\/users\.queries\.ts$/, 'invitations', 'the user list shows pending invitations'],
  [
    /^src\/modules\/users\/(users|user-rules)\.queries\.ts$/,
    'connections',
    'the user form offers connections by name',
  ],
  [
    /^src\/modules\/connections\/health\/connection-health\.service\.ts$/,
    'messages',
    'a connection’s health comes from its messages',
  ],
  [
    /^src\/core\/db\/tenants\/hibernation\.ts$/,
    'companies',
    'folders without a company row need no hibernation',
  ],
  [/^src\/core\/db\/owned-rows\.ts$/, 'companies', 'foreign keys name the rows that belong to a company'],
  [/^src\/modules\/tags\/tags\.queries\.ts$/, 'tagTotals', 'the tag list counts the tickets of each tag'],
  ...['userQueues', 'connections', 'connectionQueues', 'tickets'].map((table): [RegExp, string, string] => [
    /^src\/modules\/queues\/queue-use\.queries\.ts$/,
    table,
    'the confirmation lists what is deleted with a queue',
  ]),
  ...['connections', 'tickets'].map((table): [RegExp, string, string] => [
    /^src\/modules\/queue-integrations\/integration-use\.queries\.ts$/,
    table,
    'the confirmation lists what uses an integration',
  ]),
  ...['prompts', 'queueIntegrations'].map((table): [RegExp, string, string] => [
    /^src\/modules\/queues\/responder-choices\.queries\.ts$/,
    table,
    'the forms of queues and connections offer responders',
  ]),
  ...['deletedCompanies', 'companyErasures'].map((table): [RegExp, string, string] => [
    /^src\/modules\/companies\/next-company-id\.queries\.ts$/,
    table,
    'numbers of deleted companies are not reused',
  ]),
  [
    /^src\/modules\/prompts\/responder-health\.queries\.ts$/,
    'responderHealth',
    'the lists of prompts and integrations show the health of each',
  ],
  [/^src\/modules\/prompts\/prompts\.service\.ts$/, 'connections', 'a prompt in use cannot be deleted'],
  [
    /^src\/modules\/contacts\/contacts\.queries\.ts$/,
    'tickets',
    'the contract returns a contact with its newest ticket',
  ],
  [
    /^src\/modules\/contacts\/contact-access\.policy\.ts$/,
    'tickets',
    'the permission depends on the owner of the contact’s conversation',
  ],
  [
    /^src\/modules\/tickets\/list\/ticket-rows\.queries\.ts$/,
    'messages',
    'a row shows kind and ack of its newest message; one join, because lists are read all day',
  ],
  [
    /^src\/modules\/tickets\/list\/ticket-search\.queries\.ts$/,
    'messages',
    'the ticket search also searches messages',
  ],
  [
    /^src\/modules\/tickets\/history\/ticket-events\.queries\.ts$/,
    'messages',
    'history entries are shown between the messages of the loaded page',
  ],
];

export const WRITES_OF_OTHERS: [file: RegExp, table: string, reason: string][] = [
  [
    /^src\/modules\/message-api\/idempotency\.service\.ts$/,
    'idempotencyKeys',
    'whole answers of the message API are stored beside the ids of what forms create',
  ],
  [
    /^src\/modules\/messages\/message-retention\.service\.ts$/,
    'tickets',
    'retention also clears the copy of the last message in the ticket',
  ],
  [/^src\/ops\/erasure\/erase-again\.ts$/, 'companies', 'erased companies are removed from a restored copy'],
  ...[
    ...['messages', 'linkPreviews', 'tickets', 'outbox', 'messageReactions', 'schedules', 'chatMessages'],
    ...['campaignShippings', 'contactListItems', 'optOuts', 'numberChecks', 'apiCalls', 'idempotencyKeys'],
    ...['webhookQueues', 'undos', 'sessionKeys', 'sessionJournal', 'webhookDeliveries', 'contactImportRows'],
    ...['contactListImportRows', 'contacts'],
  ].map((table): [RegExp, string, string] => [
    /^src\/modules\/erasures\/rows\/erase-(rows|messages)\.service\.ts$/,
    table,
    'erasure also runs on restored copies, where no module runs',
  ]),
  ...['campaigns', 'schedules', 'outbox'].map((table): [RegExp, string, string] => [
    /^src\/ops\/work-under-way\.ts$/,
    table,
    'the copy is not in use yet',
  ]),
  [
    /^src\/ops\/rotation\/re-encrypt\.ts$/,
    'deletedCompanies',
    'secrets are encrypted again while the server is stopped',
  ],
  [
    /^src\/ops\/backup\/restore\/restore-parts\.ts$/,
    'sessionKeys',
    'restored connections come back unpaired; the server is stopped',
  ],
  [
    /^src\/ops\/backup\/restore\/retain-rights\.ts$/,
    'users',
    'a restored company gets no super administrators but the current ones; the server is stopped',
  ],
  [
    /^src\/ops\/backup\/restore\/company-rows\.ts$/,
    'deletedCompanies',
    'a company in the bin leaves it when a backup replaces it',
  ],
  ...['companies', 'logins'].map((table): [RegExp, string, string] => [
    /^src\/modules\/company-files\/adopt-company\.service\.ts$/,
    table,
    'a company file is imported with its people, or not at all',
  ]),
  [
    /^src\/ops\/company-transfer\/secrets\.ts$/,
    'sessionKeys',
    'keys are encrypted again in a copy that is not in use',
  ],
  ...['users', 'messages', 'outbox', 'webhookQueues'].map((table): [RegExp, string, string] => [
    /^src\/ops\/company-transfer\/take-over\.ts$/,
    table,
    'state of the other server is settled in a copy that is not in use',
  ]),
  ...[
    'queues',
    'queueOptions',
    'tags',
    'userQueues',
    'quickMessages',
    'connections',
    'connectionQueues',
    'users',
    'logins',
  ].map((table): [RegExp, string, string] => [
    /^demo\/seed\/seed\.service\.ts$/,
    table,
    'the demo is seeded at once',
  ]),
];
