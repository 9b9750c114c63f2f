import { webhooks } from '@db/tenant/schema/index.ts';
import { encryptedColumn } from '@/core/security/encrypted-text.ts';

/** The previous secret uses the same encryption context. */
export const webhookSecret = encryptedColumn(webhooks.secret);
