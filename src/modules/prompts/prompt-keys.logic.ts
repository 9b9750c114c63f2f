import { prompts } from '@db/tenant/schema/index.ts';
import { encryptedColumn } from '@/core/security/encrypted-text.ts';

export const apiKeys = encryptedColumn(prompts.apiKey);
export const voiceKeys = encryptedColumn(prompts.voiceKey);
