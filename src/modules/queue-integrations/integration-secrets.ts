import { sealedColumn } from '@/kernel/sealed.ts';

export const credentials = sealedColumn('queue_integrations', 'json_content');
export const signingSecrets = sealedColumn('queue_integrations', 'signing_secret');
