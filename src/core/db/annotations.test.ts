import { expect, test } from 'bun:test';
import * as platform from '@db/platform/schema/index.ts';
import * as tenant from '@db/tenant/schema/index.ts';
import { getTableName } from 'drizzle-orm';
import { integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core';
import { columnsWhere, contextIn, encrypted, notesOf, personal, table, tablesOfKind } from './annotations.ts';

const nameOf = (column: SQLiteColumn) => `${getTableName(column.table)}.${column.name}`;

test('a column carries the annotations of its builder', () => {
  const made = table('rows', {
    id: integer('id').primaryKey(),
    plain: text('plain'),
    note: personal(text('note').notNull()),
    key: encrypted(personal(text('api_key'), 'number')),
  });
  expect(notesOf(made.plain)).toEqual({});
  expect(notesOf(made.note)).toEqual({ personal: 'text' });
  expect(notesOf(made.key)).toEqual({
    personal: 'number',
    encrypted: [{ form: 'text', context: 'rows:{company}:{id}:api_key' }],
  });
  expect(contextIn(made.key, { company: 3, id: 7 })).toBe('rows:3:7:api_key');
  expect(() => contextIn(made.note, {})).toThrow('note is not encrypted');
});

/** Stored values are bound to these: another context cannot decrypt them. */
test('the contexts of encrypted columns are those of earlier versions', () => {
  const contexts = [tenant, platform].flatMap((schema) =>
    columnsWhere(schema, (notes) => notes.encrypted !== undefined).flatMap((column) =>
      (notesOf(column).encrypted ?? []).map(({ form, context }) => `${nameOf(column)} ${form} ${context}`),
    ),
  );
  expect(contexts.toSorted()).toEqual([
    'authenticators.sealed text authenticator:{company_id}:{user_id}:secret',
    'mails.sealed base64 mail:{key}',
    'platform_settings.value base64 {key}',
    'platform_settings.value text platform:alerts',
    'prompts.api_key text prompts:{company}:{id}:api_key',
    'prompts.voice_key text prompts:{company}:{id}:voice_key',
    'queue_integrations.json_content text queue_integrations:{company}:{id}:json_content',
    'queue_integrations.signing_secret text queue_integrations:{company}:{id}:signing_secret',
    'session_journal.value bytes journal:{entry_id}',
    'session_keys.value bytes {key}',
    'settings.value text setting:{company}:{key}',
    'webhooks.previous_secret text webhooks:{company}:{id}:secret',
    'webhooks.secret text webhooks:{company}:{id}:secret',
  ]);
});

test('every platform table with a company belongs to it, except the record of its erasure and its lease', () => {
  const withCompany = columnsWhere(platform, () => true).filter(({ name }) => name === 'company_id');
  const owned = columnsWhere(platform, ({ isOwner }) => isOwner === true);
  expect(withCompany.filter((column) => !owned.includes(column)).map(nameOf)).toEqual([
    'company_erasures.company_id',
    'company_owners.company_id',
  ]);
});

test('local and derived tables', () => {
  expect(tablesOfKind(tenant, 'local').toSorted()).toEqual([
    'push_subscriptions',
    'session_journal',
    'undos',
  ]);
  expect(tablesOfKind(platform, 'local').toSorted()).toEqual(['resting_companies', 'sessions']);
  expect(tablesOfKind(tenant, 'derived').toSorted()).toEqual([
    'campaign_minutes',
    'campaign_totals',
    'contact_list_totals',
    'contact_totals',
    'kanban_totals',
    'tag_totals',
  ]);
});

const SOUNDS_SECRET = /secret|password|token|hash$|api_key|voice_key|credential|private|sealed|auth$/;
/** Names that sound like a secret and are none. */
const NO_SECRETS = [
  'ai_usage.completion_tokens',
  'ai_usage.prompt_tokens',
  'audit_entries.hash',
  'audit_entries.previous_hash',
  'company_erasures.name_hash',
  'company_exports.with_secrets',
  'erasures.person_hash',
  'nodes.secrets_mark',
  'passkeys.credential_id',
  'prompts.completion_tokens',
  'prompts.max_tokens',
  'prompts.prompt_tokens',
  'prompts.total_tokens',
  'users.token_version',
];

test('every column whose name sounds like a secret is annotated or listed', () => {
  const sounding = [tenant, platform]
    .flatMap((schema) => columnsWhere(schema, (notes) => !notes.secret && !notes.encrypted))
    .filter(({ name }) => SOUNDS_SECRET.test(name));
  expect([...new Set(sounding.map(nameOf))].toSorted()).toEqual(NO_SECRETS);
});
