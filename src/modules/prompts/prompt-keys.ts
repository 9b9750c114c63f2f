import { sealedColumn } from '@/kernel/sealed.ts';

export const apiKeys = sealedColumn('prompts', 'api_key');
export const voiceKeys = sealedColumn('prompts', 'voice_key');
