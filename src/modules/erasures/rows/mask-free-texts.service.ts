import { type SQL, sql } from 'drizzle-orm';
import { contains, maskPerson, type Part, termsOf, through } from './erasure-part.queries.ts';
import { bareDigits, phoneSpellings } from './phone-texts.logic.ts';

type Texts = { table: SQL; columns: string[]; unique?: string; also?: SQL };

/** Free texts that people write: numbers and addresses in them are masked. JSON is traversed. */
export const FREE_TEXTS: Texts[] = [
  {
    table: sql`messages`,
    columns: ['body', 'transcript', 'media_name', 'link_url', 'error'],
    also: sql`raw = null`,
  },
  { table: sql`tickets`, columns: ['last_message', 'bot', 'machine', 'source'] },
  { table: sql`ticket_notes`, columns: ['note'] },
  { table: sql`ticket_events`, columns: ['data'] },
  { table: sql`link_previews`, columns: ['title', 'description', 'site_name'] },
  { table: sql`contact_fields`, columns: ['name', 'value'] },
  { table: sql`contact_lists`, columns: ['name', 'search_name'], unique: 'name' },
  { table: sql`contact_list_items`, columns: ['name', 'search_name'] },
  { table: sql`contact_list_imports`, columns: ['file_name', 'columns'] },
  { table: sql`contact_imports`, columns: ['file_name'] },
  { table: sql`chats`, columns: ['title', 'last_message'] },
  { table: sql`chat_messages`, columns: ['message', 'media_name'] },
  { table: sql`schedules`, columns: ['body', 'media_name', 'error'] },
  { table: sql`quick_messages`, columns: ['shortcode', 'message', 'media_name'] },
  { table: sql`campaigns`, columns: ['name', 'messages', 'confirmation_messages', 'media_name'] },
  { table: sql`campaign_settings`, columns: ['value'] },
  { table: sql`campaign_shippings`, columns: ['message', 'confirmation_message', 'reason'] },
  { table: sql`opt_outs`, columns: ['keyword'] },
  { table: sql`click_links`, columns: ['text', 'label'] },
  {
    table: sql`connections`,
    columns: [
      'greeting_message',
      'complation_message',
      'out_of_hours_message',
      'rating_message',
      'expires_inactive_message',
    ],
  },
  {
    table: sql`queues`,
    columns: ['name', 'greeting_message', 'out_of_hours_message', 'media_name'],
    unique: 'name',
  },
  { table: sql`queue_options`, columns: ['title', 'message', 'media_name'] },
  { table: sql`holidays`, columns: ['name'] },
  { table: sql`settings`, columns: ['value'] },
  { table: sql`setting_changes`, columns: ['before', 'after'] },
  { table: sql`user_preferences`, columns: ['value'] },
  { table: sql`file_lists`, columns: ['name', 'message'], unique: 'name' },
  { table: sql`file_list_options`, columns: ['name', 'media_name'] },
  { table: sql`prompts`, columns: ['name', 'prompt', 'facts'] },
  {
    table: sql`queue_integrations`,
    columns: ['name', 'typebot_restart_message', 'typebot_unknown_message'],
    unique: 'name',
  },
  { table: sql`rules`, columns: ['name', 'happening', 'actions'], unique: 'name' },
  { table: sql`tags`, columns: ['name', 'search_name'], unique: 'search_name' },
  { table: sql`webhooks`, columns: ['name'], unique: 'name' },
  { table: sql`webhook_deliveries`, columns: ['subject', 'answer', 'error'] },
  { table: sql`machine_health`, columns: ['last_error'] },
];

const ROWS_AT_ONCE = 500;

const quoted = (column: string) => sql.raw(`"${column}"`);

type Row = { id: number } & Record<string, string | number | null>;

export const maskFreeTexts: Part[] = FREE_TEXTS.map(({ table, columns, unique, also }) =>
  through(
    table,
    async (db, { subject }, those) => {
      const [terms, spellings] = [termsOf(subject), phoneSpellings(subject.numbers)];
      const named = columns.map((name) => {
        const column = sql`coalesce(${quoted(name)}, '')`;
        return sql`${contains(column, terms)} or ${contains(bareDigits(column), spellings)}`;
      });
      const wanted = sql.join(
        columns.map((name) => quoted(name)),
        sql`, `,
      );
      const rows = await db.all<Row>(
        sql`select rowid as id, ${wanted} from ${table} where ${those} and (${sql.join(named, sql` or `)})`,
      );
      for (const row of rows) {
        const changes = columns.flatMap((name) => {
          const before = row[name];
          if (typeof before !== 'string') return [];
          const after = maskPerson(before, terms, spellings);
          // Keeps two values unique that differed by the number alone.
          const value = name === unique ? `${after} ${row.id}` : after;
          return after === before ? [] : [sql`${quoted(name)} = ${value}`];
        });
        if (changes.length === 0) continue;
        const all = sql.join(also ? [...changes, also] : changes, sql`, `);
        await db.run(sql`update ${table} set ${all} where rowid = ${row.id}`);
      }
    },
    ROWS_AT_ONCE,
  ),
);
