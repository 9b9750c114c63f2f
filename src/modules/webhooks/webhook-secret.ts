import { sealedColumn } from '@/kernel/sealed.ts';

/** The one before is kept under the same name: it was this one. */
export const webhookSecret = sealedColumn('webhooks', 'secret');
