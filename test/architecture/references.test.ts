import { expect, test } from 'bun:test';
import * as platform from '@db/platform/schema/index.ts';
import * as tenant from '@db/tenant/schema/index.ts';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { tablesIn } from '@/core/db/annotations.ts';

const REASONS: [column: RegExp, reason: string][] = [
  [/^audit_entries\./, 'an entry outlives what it names, and kinds share the column'],
  [
    /\.(client_id|entry_id|typebot_session_id|credential_id|provider_id)$/,
    'an id that another system or a browser chose',
  ],
  [
    /^(access_tokens|authenticators|devices|invitations|logins|muted_alerts|passkeys|recovery_codes|sessions)\.user_id$/,
    'users are in the company’s database',
  ],
  [/^sessions\.visitor_id$/, 'users are in the company’s database'],
  [/^(api_tokens|status_alerts)\.connection_id$/, 'connections are in the company’s database'],
  [/^(company_erasures|deleted_companies)\.company_id$/, 'the company is gone'],
  [/^payment_notices\.(company|invoice)_id$/, 'a notice outlives company and invoice: people decide'],
  [/^company_owners\.company_id$/, '0 stands for the platform, and a lease may outlive its company'],
  [/^invoices\.plan_id$/, 'an invoice outlives the plan it bills'],
  [/^ai_usage\.(prompt|user)_id$/, 'costs outlive prompt and user; 0 stands for none in the key'],
  [/^api_calls\.(connection|message|ticket)_id$/, 'the log outlives what it names'],
  [/^erasures\.user_id$/, 'the record outlives the user'],
  [/^machine_health\.machine_id$/, 'a prompt or an integration, by kind'],
  [/^chat_users\.read_message_id$/, 'a position in the chat, which outlives the message'],
  [/^tickets\.last_message_id$/, 'its index would be written with every message'],
  [/^tickets\.prompt_id$/, 'null names another responder, so the id of a deleted prompt stays'],
];

test('every id refers to its row or has a reason', () => {
  const loose = [tenant, platform].flatMap(tablesIn).flatMap((table) => {
    const { name, columns, foreignKeys } = getTableConfig(table);
    const referring = foreignKeys.flatMap((one) => one.reference().columns.map((column) => column.name));
    return columns
      .filter((column) => column.name.endsWith('_id') && !referring.includes(column.name))
      .map((column) => `${name}.${column.name}`);
  });
  expect(loose.filter((column) => !REASONS.some(([pattern]) => pattern.test(column)))).toEqual([]);
  expect(REASONS.filter(([pattern]) => !loose.some((column) => pattern.test(column)))).toEqual([]);
});
