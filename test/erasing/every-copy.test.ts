import { expect, test } from 'bun:test';
import * as schema from '@db/tenant/schema/index.ts';
import { getTableName } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { columnsWhere, notesOf, tablesIn } from '@/core/db/annotations.ts';
import { listSources } from '../architecture/sources.ts';

const NOBODYS: Record<string, string> = {
  contact_totals: 'counts',
  contact_list_totals: 'counts',
  campaign_totals: 'counts',
  campaign_minutes: 'counts',
  tag_totals: 'counts',
  kanban_totals: 'counts',
  sending_limits: 'how much to send',
  sending_days: 'counts',
  connection_queues: 'which queue',
  connection_days: 'counts',
  push_subscriptions: 'browsers of colleagues',
  ai_usage: 'counts',
  users: 'colleagues',
  user_queues: 'colleagues',
  chat_users: 'colleagues',
  chat_mentions: 'colleagues',
  erasures: 'the record, which holds nobody once it is done',
  erasure_files: 'emptied by the erasure itself',
};

const tables = tablesIn(schema);
const annotated = columnsWhere(schema, ({ personal, secret, encrypted, media }) =>
  Boolean(personal || secret || encrypted || media),
);
const masked = new Set(
  annotated.filter((column) => notesOf(column).personal === 'text').map(({ table }) => getTableName(table)),
);
const code = listSources('ts', ['src/modules/erasures/rows'])
  .map(({ text }) => text)
  .join('\n');

function goesAlong(table: SQLiteTable, seen = new Set<string>()): boolean {
  const name = getTableName(table);
  if (seen.has(name)) return false;
  seen.add(name);
  return getTableConfig(table).foreignKeys.some(({ onDelete, reference }) => {
    const { foreignTable } = reference();
    if (onDelete !== 'cascade') return false;
    return isErased(getTableName(foreignTable)) || goesAlong(foreignTable as SQLiteTable, seen);
  });
}

const isErased = (name: string) =>
  masked.has(name) || new RegExp(`(delete from|update|sql\\\`|auditEntries).?\\b${name}\\b`).test(code);

test('every table is erased from, deleted by cascade or contains no personal data', () => {
  const forgotten = tables.filter(
    (table) => !isErased(getTableName(table)) && !goesAlong(table) && !(getTableName(table) in NOBODYS),
  );
  expect(forgotten.map(getTableName)).toEqual([]);
  const known = new Set(tables.map(getTableName));
  expect(Object.keys(NOBODYS).filter((name) => !known.has(name))).toEqual([]);
});

const NO_TEXTS: [pattern: RegExp, reason: string][] = [
  [/_mime$|\.media_(type|waveform|thumbnail)$/, 'files'],
  [/uuid$|\.client_id$|\.wid$|\.key$|_session_id$|\.album$|\.event$|\.events$/, 'ids and keys of the code'],
  [/color$|\.day$|\.option$|\.mapping$|queues\.schedules$|\.recent$|\.stopped_for$/, 'values of fixed kinds'],
  [/^connections\.(qrcode|pairing_code)$/, 'codes of the company'],
  [
    /^prompts\.(base_url|model|voice|voice_region)$|url_n8n$|project_name$|typebot_(slug|keyword_\w+)$/,
    'services',
  ],
  [
    /^connections\.(number|provider|trouble|name)$|^webhooks\.url$|^click_links\.source$/,
    'of the company; what others depend on',
  ],
  [/^chat_messages\.sender_name$|^setting_changes\.user_name$/, 'colleagues'],
  [/^messages\.(author)$/, 'the id of a contact'],
  [/^webhook_deliveries\.lane$|^link_previews\.url$/, 'erased with what they point to'],
];

test('every remaining text column is searched or contains no personal data', () => {
  const known = new Set(annotated.map((column) => `${getTableName(column.table)}.${column.name}`));
  const stored = tables.filter((table) => masked.has(getTableName(table)));
  const forgotten = stored.flatMap((table) =>
    getTableConfig(table)
      .columns.filter(
        ({ dataType, enumValues }) => ['string', 'json'].includes(dataType) && !enumValues?.length,
      )
      .map(({ name }) => `${getTableName(table)}.${name}`)
      .filter((column) => !known.has(column) && !NO_TEXTS.some(([pattern]) => pattern.test(column))),
  );
  expect(forgotten).toEqual([]);
});
