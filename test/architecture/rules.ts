import { MODULES } from '@/modules.ts';

/** Low to high: a module may use those before it, never those after it. */
export const RANKS = MODULES.map(({ name }) => name);

export type Kind =
  | 'kernel'
  | 'whatsapp'
  | 'payments'
  | 'responders'
  | 'schema'
  | 'logic'
  | 'guard'
  | 'head'
  | 'module'
  | 'root'
  | 'leaf'
  | 'ui'
  | 'parts'
  | 'pages'
  | 'views'
  | 'islands'
  | 'db';

export function kindOf(path: string): Kind {
  if (/^src\/(paths|version)\.ts$/.test(path) || /^views\/(i18n|branding|render-context)\.tsx$/.test(path))
    return 'leaf';
  if (path.startsWith('src/kernel/')) return 'kernel';
  if (path.startsWith('src/whatsapp/')) return 'whatsapp';
  if (path.startsWith('src/payments/')) return 'payments';
  if (path.startsWith('src/responders/')) return 'responders';
  if (/\.(schema|views)\.ts$/.test(path) || path.startsWith('src/modules/chatbot/decide/')) return 'schema';
  if (path.endsWith('.guard.ts')) return 'guard';
  if (path.endsWith('.module.ts')) return 'module';
  if (/^src\/modules\/.*\.(api\.ts|endpoints\.ts|pages\.tsx|routes\.ts)$/.test(path)) return 'head';
  if (path.startsWith('src/modules/')) return 'logic';
  if (path.startsWith('src/')) return 'root';
  if (path.startsWith('views/ui/')) return 'ui';
  if (path.startsWith('views/parts/')) return 'parts';
  if (path.startsWith('views/pages/')) return 'pages';
  if (path.startsWith('views/')) return 'views';
  return path.startsWith('islands/') ? 'islands' : 'db';
}

export const MAY_IMPORT: Record<Exclude<Kind, 'root'>, Kind[]> = {
  kernel: ['kernel'],
  whatsapp: ['whatsapp', 'kernel'],
  payments: ['payments', 'kernel'],
  responders: ['responders', 'kernel'],
  schema: ['schema'],
  logic: ['logic', 'schema', 'kernel', 'db', 'leaf'],
  guard: ['guard', 'logic', 'schema', 'kernel', 'leaf'],
  head: ['guard', 'logic', 'schema', 'kernel', 'pages', 'parts', 'ui', 'leaf'],
  module: ['head', 'guard', 'logic', 'schema', 'kernel', 'leaf', 'db'],
  leaf: [],
  ui: ['ui', 'leaf', 'schema'],
  parts: ['parts', 'ui', 'leaf', 'schema'],
  pages: ['pages', 'parts', 'ui', 'views', 'islands', 'leaf', 'schema'],
  views: ['views', 'parts', 'ui', 'leaf'],
  islands: ['islands', 'parts', 'ui', 'leaf', 'schema'],
  db: ['db', 'schema'],
};

export const BROWSER_LIBRARIES = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'htmx.org',
  'emoji-picker-element',
  'emoji-picker-element/',
  'wasm-media-encoders',
  'chart.js',
  '@fullcalendar/',
];

/** Too heavy for the browser; allowed in parts that only the server renders. */
export const PART_LIBRARIES = ['libphonenumber-js'];

export const DEVIATIONS: [from: RegExp, to: RegExp, reason: string][] = [
  [/^src\/kernel\/db\/platform\.ts$/, /^db\/platform\/schema\//, 'the kernel opens the platform database'],
  [
    /^src\/kernel\/db\/hibernation\.ts$/,
    /^db\/platform\/schema\//,
    'the platform database stores which companies are hibernated',
  ],
  [/^src\/kernel\/db\/tenants\.ts$/, /^db\/tenant\/schema\//, 'the kernel opens a company database'],
  [
    /^src\/kernel\/db\/media-columns\.ts$/,
    /^db\/tenant\/schema\//,
    'which columns hold media keys is read off the schema',
  ],
  [/^src\/kernel\/db\/statement\.ts$/, /^db\/tenant\/schema\//, 'statements are built on the schema alone'],
  [
    /^src\/kernel\/(outbox|outbox-rows|outbox-tries|later-work|parked-work)\.ts$/,
    /^db\/tenant\/schema\//,
    'the outbox is a table of the company database',
  ],
  [/^src\/kernel\/undo\.ts$/, /^db\/tenant\/schema\//, 'offers to undo are a table of the company database'],
  [
    /^src\/kernel\/audit(-chain)?\.ts$/,
    /^db\/tenant\/schema\//,
    'the audit is a table of every database, the same in each',
  ],
  [/^db\//, /^src\/kernel\/db\/(columns|audit-table)\.ts$/, 'tables and kernel share the column types'],
  [
    /^src\/modules\/billing\//,
    /^src\/payments\/(port|efi\/certificate|mercado-pago\/webhook-signature)\.ts$/,
    'the port, and what is checked before a provider is asked',
  ],
  [
    /^src\/modules\/(assistant|responders|prompts|queue-integrations)\//,
    /^src\/responders\//,
    'the port, and the adapters that a company’s settings are handed to',
  ],
  [/^src\/modules\//, /^src\/whatsapp\/port\.ts$/, 'the port is plain data and SendError, no library'],
  [
    /^views\/layouts\/top-bar\.tsx$/,
    /^islands\/(notification-bell|command-bar)\//,
    'the bell and the command bar are on every page',
  ],
  [
    /^islands\/office\/queue-options\//,
    /^src\/modules\/chatbot\/decide\//,
    'the preview of a menu is run by the bot itself: pure files without a library',
  ],
  [/^views\/pages\/tickets\//, /^views\/layouts\/brand\.tsx$/, 'the desk shows the brand where no menu is'],
];
