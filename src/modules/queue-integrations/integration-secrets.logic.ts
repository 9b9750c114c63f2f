import { queueIntegrations } from '@db/tenant/schema/index.ts';
import { encryptedColumn } from '@/core/security/encrypted-text.ts';

export const credentials = encryptedColumn(queueIntegrations.jsonContent);
export const signingSecrets = encryptedColumn(queueIntegrations.signingSecret);
