import { expect, test } from 'bun:test';
import * as schema from '@db/tenant/schema/index.ts';
import { getTableName } from 'drizzle-orm';
import { columnsWhere } from './annotations.ts';
import { LOOSE_COLUMNS, MEDIA_COLUMNS, PLATFORM_MEDIA_COLUMNS } from './media-columns.ts';

const TENANT_COLUMNS = columnsWhere(schema, () => true);

const nameOf = (column: (typeof TENANT_COLUMNS)[number]) => `${getTableName(column.table)}.${column.name}`;

const NO_KEYS = [
  'campaigns.media_mime',
  'campaigns.media_name',
  'chat_messages.media_mime',
  'chat_messages.media_name',
  'contact_imports.file_name',
  'contact_list_imports.file_name',
  'erasure_files.file',
  'file_list_options.media_mime',
  'file_list_options.media_name',
  'messages.media_mime',
  'messages.media_name',
  'messages.media_state',
  'messages.media_thumbnail',
  'messages.media_ticket',
  'messages.media_type',
  'messages.media_waveform',
  'queue_options.media_mime',
  'queue_options.media_name',
  'queues.media_mime',
  'queues.media_name',
  'quick_messages.media_mime',
  'quick_messages.media_name',
  'schedules.media_mime',
  'schedules.media_name',
  'users.profile',
];
const PLAIN_JSON = [
  'audit_entries.after',
  'audit_entries.before',
  'campaigns.confirmation_messages',
  'campaigns.messages',
  'contact_list_import_rows.cells',
  'contact_list_imports.columns',
  'contact_list_imports.mapping',
  'erasures.counts',
  'erasures.subject',
  'queues.schedules',
  'rules.actions',
  'rules.happening',
  'ticket_events.data',
  'tickets.bot',
  'tickets.machine',
  'webhooks.events',
];

test('every column with media keys is annotated', () => {
  expect(PLATFORM_MEDIA_COLUMNS.map(nameOf).toSorted()).toEqual([
    'announcements.media_path',
    'logos.media_path',
  ]);
  expect(MEDIA_COLUMNS.map(nameOf).toSorted()).toEqual([
    'campaigns.media_path',
    'chat_messages.media_path',
    'contacts.picture_path',
    'file_list_options.media_path',
    'link_previews.image_path',
    'messages.media_path',
    'queue_options.media_path',
    'queues.media_path',
    'quick_messages.media_path',
    'schedules.media_path',
    'users.picture_path',
  ]);
  const speaking = /media|path|file|picture|image|photo|avatar|logo|video|audio|sound|thumb|attach|document/;
  const others = TENANT_COLUMNS.filter(
    (column) => column.dataType === 'string' && !MEDIA_COLUMNS.includes(column) && speaking.test(column.name),
  );
  expect(others.map(nameOf).toSorted()).toEqual(NO_KEYS);
});

test('every JSON column is listed as holding media keys or none', () => {
  const json = TENANT_COLUMNS.filter((column) => column.dataType === 'json').map(nameOf);
  expect(json.toSorted()).toEqual([...LOOSE_COLUMNS.map(nameOf), ...PLAIN_JSON].toSorted());
});
