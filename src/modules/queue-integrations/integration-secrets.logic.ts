import { encryptedColumn } from '@/core/security/encrypted-text.ts';

export const credentials = encryptedColumn('queue_integrations', 'json_content');
export const signingSecrets = encryptedColumn('queue_integrations', 'signing_secret');
