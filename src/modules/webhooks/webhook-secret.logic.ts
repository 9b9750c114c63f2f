import { webhooks } from '@db/tenant/schema/index.ts';
import type { Scope } from '@/core/scope.ts';
import { encryptedColumn } from '@/core/security/encrypted-text.ts';
import type { WebhookRow } from './webhooks.queries.ts';

const MAX_SECRETS = 5;

/** Former secrets use the same encryption context. */
export const webhookSecret = encryptedColumn(webhooks.secret);

/** All that sign now, the current one first. */
export function secretsOf(scope: Scope, { id, secret, previousSecret, previousUntil }: WebhookRow): string[] {
  const isOldValid = previousUntil !== null && previousUntil > scope.now();
  const former = isOldValid ? webhookSecret.decrypt(scope, id, previousSecret).split(' ') : [];
  return [webhookSecret.decrypt(scope, id, secret), ...former].filter(Boolean).slice(0, MAX_SECRETS);
}
