import { encryptedColumn } from '@/core/security/encrypted-text.ts';

export const apiKeys = encryptedColumn('prompts', 'api_key');
export const voiceKeys = encryptedColumn('prompts', 'voice_key');
