import { MODULES } from '@/modules.ts';

/** Low to high: a module may use those before it, never those after it. */
export const RANKS = MODULES.map(({ name }) => name);

export type Kind =
  | 'core'
  | 'whatsapp'
  | 'adapters'
  | 'payments'
  | 'ops'
  | 'schema'
  | 'logic'
  | 'guard'
  | 'http'
  | 'routes'
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
  if (
    /^src\/(paths|ticket-path|version)\.ts$/.test(path) ||
    /^views\/(i18n|branding|render-context)\.tsx$/.test(path)
  )
    return 'leaf';
  if (path.startsWith('src/core/')) return 'core';
  if (/^(src|demo)\/whatsapp\//.test(path)) return 'whatsapp';
  if (/^(src\/adapters\/payments\/|demo\/bank\/(\w+-)+simulator\.ts|demo\/bank\/pix-text\.ts)/.test(path))
    return 'payments';
  if (path.startsWith('src/adapters/')) return 'adapters';
  if (path.startsWith('src/ops/')) return 'ops';
  if (/\.(schema|views)\.ts$/.test(path) || path.startsWith('src/modules/chatbot/decide/')) return 'schema';
  if (path.endsWith('.guard.ts')) return 'guard';
  if (path.endsWith('.http.ts')) return 'http';
  if (path.endsWith('.module.ts')) return 'module';
  if (/^src\/modules\/.*\.(endpoints\.ts|pages\.tsx|routes\.tsx?)$/.test(path)) return 'routes';
  if (path.startsWith('src/modules/')) return 'logic';
  if (/^(src|demo)\//.test(path)) return 'root';
  if (path.startsWith('views/ui/')) return 'ui';
  if (path.startsWith('views/parts/')) return 'parts';
  if (path.startsWith('views/pages/')) return 'pages';
  if (path.startsWith('views/')) return 'views';
  return path.startsWith('islands/') ? 'islands' : 'db';
}

export const MAY_IMPORT: Record<Exclude<Kind, 'root'>, Kind[]> = {
  core: ['core'],
  whatsapp: ['whatsapp', 'core'],
  adapters: ['adapters', 'core'],
  payments: ['payments', 'core'],
  ops: ['ops', 'core', 'db', 'logic', 'schema', 'leaf'],
  schema: ['schema'],
  logic: ['logic', 'schema', 'core', 'db', 'leaf'],
  guard: ['guard', 'logic', 'schema', 'core', 'leaf'],
  http: ['http', 'guard', 'logic', 'schema', 'core', 'leaf'],
  routes: ['http', 'guard', 'logic', 'schema', 'core', 'pages', 'parts', 'ui', 'leaf'],
  module: ['routes', 'http', 'guard', 'logic', 'schema', 'core', 'leaf', 'db'],
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
  '@leeoniya/ufuzzy',
  'emoji-picker-element',
  'emoji-picker-element/',
  'wasm-media-encoders',
  'chart.js',
  '@fullcalendar/',
];

/** Too heavy for the browser; allowed in parts that only the server renders. */
export const PART_LIBRARIES = ['libphonenumber-js'];

export const DEVIATIONS: [from: RegExp, to: RegExp, reason: string][] = [
  [/^src\/core\/db\/platform-database\.ts$/, /^db\/platform\/schema\//, 'core opens the platform database'],
  [
    /^src\/core\/db\/tenants\/hibernation\.ts$/,
    /^db\/platform\/schema\//,
    'the platform database stores which companies are hibernated',
  ],
  [
    /^src\/core\/cluster\/(lease-store|nodes-overview)\.ts$/,
    /^db\/platform\/schema\//,
    'the platform database stores which node owns a company',
  ],
  [
    /^src\/core\/db\/tenants\/(remote-)?tenants\.ts$/,
    /^db\/tenant\/schema\//,
    'core opens a company database',
  ],
  [
    /^src\/core\/(db\/(media-columns|owned-rows)|audit\/audit-values)\.ts$/,
    /^db\/(tenant|platform)\/schema\//,
    'the annotations of the schema say what columns and tables hold',
  ],
  [
    /^src\/core\/db\/driver\/prepared-statement\.ts$/,
    /^db\/tenant\/schema\//,
    'statements are built on the schema alone',
  ],
  [
    /^src\/core\/queue\/outbox(-statements|-attempts|-pending|-parked)?\.ts$/,
    /^db\/tenant\/schema\//,
    'the outbox is a table of the company database',
  ],
  [/^src\/core\/undo\.ts$/, /^db\/tenant\/schema\//, 'undo offers are a table of the company database'],
  [
    /^src\/core\/(audit\/audit(-chain)?|idempotency\/make-once)\.ts$/,
    /^db\/tenant\/schema\//,
    'every database has the same tables of the audit and of idempotency keys',
  ],
  [
    /^db\//,
    /^src\/core\/(db\/(columns|annotations)|audit\/audit-table|idempotency\/idempotency-table)\.ts$/,
    'tables and core share the column types',
  ],
  [
    /^src\/modules\/billing\//,
    /^src\/adapters\/payments\/(payments\.port|efi\/certificate|mercado-pago\/webhook-signature)\.ts$/,
    'the port, and checks made before a provider is called',
  ],
  [
    /^src\/modules\/(assistant|responders|prompts|queue-integrations)\//,
    /^src\/adapters\/(?!payments\/)/,
    'the port, and the adapters that get a company’s settings',
  ],
  [/^src\/modules\//, /^src\/whatsapp\/port\.ts$/, 'the port is plain data and SendError, no library'],
  [
    /^views\/layouts\/top-bar\.tsx$/,
    /^islands\/(notification-bell|command-bar)\//,
    'the bell and the command bar are on every page',
  ],
  [/^src\/ops\/doctor\/check-rows\.ts$/, /^src\/modules\.ts$/, 'the modules name the rows to check'],
  [
    /^src\/ops\/encrypted-columns\.ts$/,
    /^src\/whatsapp\/stored-rows\.ts$/,
    'the adapter encrypts its rows itself',
  ],
  [
    /^islands\/office\/queue-options\//,
    /^src\/modules\/chatbot\/decide\//,
    'the menu preview runs the bot itself: pure files without a library',
  ],
  [
    /^views\/pages\/tickets\//,
    /^views\/layouts\/brand\.tsx$/,
    'the workspace shows the brand where no menu is',
  ],
];
