import type { Listener } from '@/core/events.ts';
import { canManageLists } from '../contact-lists.policy.ts';

export interface ListImportEvents {
  'contact-list.import-moved': { listImportId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends ListImportEvents {}
}

export const publishImportMoved: Listener<'contact-list.import-moved'> = (
  { kernel, companyId },
  { listImportId },
) =>
  kernel.hub.deliver(companyId, {
    channel: 'contactListImport',
    data: { action: 'update', listImportId },
    canReceive: (actor) => canManageLists(actor),
  });
