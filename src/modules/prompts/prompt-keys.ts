import { encryptedColumn } from '@/kernel/encrypted-text.ts';

export const apiKeys = encryptedColumn('prompts', 'api_key');
export const voiceKeys = encryptedColumn('prompts', 'voice_key');
