import { expect, test } from 'bun:test';
import * as schema from '@db/tenant/schema/index.ts';
import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { listSources } from '../architecture/sources.ts';

/** Tables that hold nothing of people who write, and why. */
const NOBODYS: Record<string, string> = {
  contact_totals: 'counts',
  contact_imports: 'who imported, and when; its rows are looked through',
  contact_lists: 'names of lists; their contacts are looked through',
  contact_list_imports: 'titles of columns; its rows are looked through',
  campaigns: 'texts for everybody',
  campaign_settings: 'how fast to send',
  sending_limits: 'how much to send',
  sending_days: 'counts',
  click_links: 'sources',
  connections: 'the company’s own numbers',
  connection_queues: 'which queue',
  connection_days: 'counts',
  user_preferences: 'what colleagues chose',
  push_subscriptions: 'browsers of colleagues',
  file_lists: 'files for everybody',
  file_list_options: 'files for everybody',
  machine_health: 'counts',
  prompts: 'what models are told',
  ai_usage: 'counts',
  queue_integrations: 'services',
  queues: 'texts for everybody',
  queue_options: 'texts for everybody',
  holidays: 'days',
  settings: 'what the company chose',
  setting_changes: 'emptied at the start: they stand in the audit',
  users: 'colleagues',
  user_queues: 'colleagues',
  rules: 'what administrators wrote',
  webhooks: 'receivers',
  tags: 'words for everybody',
  chat_users: 'colleagues',
  chat_mentions: 'colleagues',
  erasures: 'the record, which holds nobody once it is done',
  erasure_files: 'emptied by the erasure itself',
};

const tables = Object.values<unknown>(schema).filter((one): one is SQLiteTable => is(one, SQLiteTable));
const code = listSources('ts', ['src/modules/erasures/rows'])
  .map(({ text }) => text)
  .join('\n');

/** Goes by itself with a row that is erased. */
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
  new RegExp(`(delete from|update|sql\\\`|auditEntries).?\\b${name}\\b`).test(code);

test('every table is erased from, goes along, or holds nobody', () => {
  const forgotten = tables.filter(
    (table) => !isErased(getTableName(table)) && !goesAlong(table) && !(getTableName(table) in NOBODYS),
  );
  expect(forgotten.map(getTableName)).toEqual([]);
  const known = new Set(tables.map(getTableName));
  expect(Object.keys(NOBODYS).filter((name) => !known.has(name))).toEqual([]);
});
