/** Who writes which table: a module, or the kernel. Others call its verbs, and those above it may join it. */
export const OWNERS: Record<string, string> = {
  restingCompanies: 'kernel',
  outbox: 'kernel',
  undos: 'kernel',
  companies: 'companies',
  plans: 'companies',
  platformSettings: 'settings',
  settings: 'settings',
  logins: 'users',
  users: 'users',
  userQueues: 'users',
  queues: 'queues',
  tags: 'tags',
  sessions: 'auth',
  contacts: 'contacts',
  contactIdentities: 'contacts',
  contactFields: 'contacts',
  contactImports: 'contacts',
  contactImportRows: 'contacts',
  numberChecks: 'contacts',
  apiTokens: 'connections',
  connections: 'connections',
  connectionQueues: 'connections',
  sessionJournal: 'connections',
  sessionKeys: 'connections',
  tickets: 'tickets',
  ticketEvents: 'tickets',
  ticketNotes: 'tickets',
  ticketTags: 'tickets',
  ticketTrackings: 'tickets',
  quickMessages: 'quick-messages',
  messages: 'messages',
  messageReactions: 'messages',
  sentChanges: 'messages',
  linkPreviews: 'messages',
  userPreferences: 'notifications',
  pushSubscriptions: 'notifications',
};

/** A file, a table that it may read although its owner stands above, and why. */
export const READS_ABOVE: [file: RegExp, table: string, reason: string][] = [
  [/^src\/kernel\/db\/resting\.ts$/, 'companies', 'a folder without a company has nobody to rest for'],
  [
    /^src\/modules\/tags\/tags\.queries\.ts$/,
    'ticketTags',
    'the list of tags says on how many tickets each is',
  ],
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

/** A file, a table that it may write although it is another's, and why. */
export const WRITES_OF_OTHERS: [file: RegExp, table: string, reason: string][] = [
  ...[
    'queues',
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
