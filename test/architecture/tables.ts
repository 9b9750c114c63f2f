/**
 * A table belongs to the module whose name its file in `db/…/schema` bears: the module writes it, those above may join
 * it. These stand in a file of another name.
 */
export const OWNED_ELSEWHERE: Record<string, string> = {
  restingCompanies: 'kernel',
  outbox: 'kernel',
  auditEntries: 'kernel',
  undos: 'kernel',
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
  sessions: 'auth',
  apiTokens: 'connections',
  ratings: 'chatbot',
  quickMessages: 'quick-messages',
  contactLists: 'contact-lists',
  contactListItems: 'contact-lists',
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
    /^src\/modules\/mail\/platform-name\.ts$/,
    'platformSettings',
    'every mail bears the name of the platform, and the settings have mails to send',
  ],
  [
    /^src\/modules\/users\/users\.queries\.ts$/,
    'tickets',
    'who deletes a person is told how many conversations they hold',
  ],
  [
    /^src\/modules\/users\/users\.queries\.ts$/,
    'invitations',
    'the list of people says who has not set a password yet',
  ],
  [
    /^src\/modules\/users\/(users\.queries|people-rules)\.ts$/,
    'connections',
    'a person has a connection of their own, chosen by its name',
  ],
  [
    /^src\/modules\/connections\/health\/connection-health\.ts$/,
    'messages',
    'how a connection does is told by what came and went over it',
  ],
  [/^src\/kernel\/db\/resting\.ts$/, 'companies', 'a folder without a company has nobody to rest for'],
  [
    /^src\/kernel\/db\/owned-rows\.ts$/,
    'companies',
    'what goes with a company is told by the references to it',
  ],
  [
    /^src\/modules\/tags\/tags\.queries\.ts$/,
    'ticketTags',
    'the list of tags says on how many tickets each is',
  ],
  ...['userQueues', 'connections', 'connectionQueues', 'tickets'].map((table): [RegExp, string, string] => [
    /^src\/modules\/queues\/queue-use\.ts$/,
    table,
    'who deletes a queue is told what goes with it',
  ]),
  ...['connections', 'tickets'].map((table): [RegExp, string, string] => [
    /^src\/modules\/queue-integrations\/integration-use\.ts$/,
    table,
    'who deletes an integration is told what goes on without it',
  ]),
  ...['prompts', 'queueIntegrations'].map((table): [RegExp, string, string] => [
    /^src\/modules\/queues\/machine-choices\.ts$/,
    table,
    'a queue or a connection is given one of them in its form',
  ]),
  ...['deletedCompanies', 'companyErasures'].map((table): [RegExp, string, string] => [
    /^src\/modules\/companies\/next-company-id\.ts$/,
    table,
    'a company takes the number of none that is gone',
  ]),
  [
    /^src\/modules\/prompts\/machine-health\.queries\.ts$/,
    'machineHealth',
    'the lists of prompts and integrations say how each has done',
  ],
  [/^src\/modules\/prompts\/prompts\.service\.ts$/, 'connections', 'a prompt that is in use stays'],
  [
    /^src\/modules\/contacts\/contacts\.queries\.ts$/,
    'tickets',
    'the contract’s contact comes with its newest ticket',
  ],
  [
    /^src\/modules\/contacts\/require-sight\.ts$/,
    'tickets',
    'who may redirect a contact depends on whose conversation it is in',
  ],
  [
    /^src\/modules\/tickets\/list\/ticket-rows\.ts$/,
    'messages',
    'a row shows kind and ticks of its newest message: one join, for lists are read all day',
  ],
  [
    /^src\/modules\/tickets\/list\/ticket-search\.ts$/,
    'messages',
    'a ticket is found by the words said in it',
  ],
  [
    /^src\/modules\/tickets\/story\/ticket-events\.queries\.ts$/,
    'messages',
    'the lines of a story stand between the messages of the page that is read',
  ],
];

export const WRITES_OF_OTHERS: [file: RegExp, table: string, reason: string][] = [
  [
    /^src\/modules\/messages\/old-messages\.ts$/,
    'tickets',
    'a ticket repeats the words of its last message, which time takes',
  ],
  [
    /^src\/erasing\/erase-again\.ts$/,
    'companies',
    'a company that was erased is left out of a restored copy',
  ],
  ...[
    ...['messages', 'linkPreviews', 'tickets', 'outbox', 'messageReactions', 'schedules', 'chatMessages'],
    ...['campaignShippings', 'contactListItems', 'optOuts', 'numberChecks', 'apiCalls', 'idempotencyKeys'],
    ...['webhookLanes', 'undos', 'sessionKeys', 'sessionJournal', 'webhookDeliveries', 'contactImportRows'],
    ...['contactListImportRows', 'contacts'],
  ].map((table): [RegExp, string, string] => [
    /^src\/modules\/erasures\/rows\/erase-(rows|messages)\.ts$/,
    table,
    'what is erased is erased in a restored copy, too, where no module runs: one list of places for both',
  ]),
  [/^src\/rotation\/reseal\.ts$/, 'deletedCompanies', 'what is kept is sealed anew; no desk runs then'],
  [
    /^src\/backup\/restore-parts\.ts$/,
    'sessionKeys',
    'a restored line comes back unpaired; no desk runs then',
  ],
  [
    /^src\/backup\/keep-rights\.ts$/,
    'users',
    'a company that comes back has no super administrators but those of now; no desk runs then',
  ],
  [
    /^src\/backup\/company-rows\.ts$/,
    'deletedCompanies',
    'a company in the bin that is replaced by the backup leaves it',
  ],
  ...['companies', 'logins'].map((table): [RegExp, string, string] => [
    /^src\/modules\/company-files\/adopt\.ts$/,
    table,
    'a company that comes in a file comes with its people, or not at all',
  ]),
  [
    /^src\/company-file\/secrets\.ts$/,
    'sessionKeys',
    'keys are sealed anew in a copy that no desk has opened',
  ],
  ...['users', 'messages', 'outbox', 'webhookLanes'].map((table): [RegExp, string, string] => [
    /^src\/company-file\/take-over\.ts$/,
    table,
    'what held at another desk only is settled in a copy that no desk has opened',
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
    /^src\/demo\/seed\.service\.ts$/,
    table,
    'the demo is furnished at once',
  ]),
];
