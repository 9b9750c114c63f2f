import type { Listener } from '@/core/events.ts';
import { canReadContacts, canReadImport } from '../contacts.policy.ts';
import { listContactsByIds } from '../contacts.queries.ts';
import { getImport, requireImport } from './imports.queries.ts';

export interface ImportEvents {
  'contacts.imported': { contactIds: number[] };
  'contacts.import-moved': { importId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends ImportEvents {}
}

/** Existing lists read `contact` without checking that it exists. */
export const publishImported: Listener<'contacts.imported'> = async (scope, { contactIds }) => {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const records = await listContactsByIds(scope, contactIds);
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'contact',
    data: { action: 'create', records, contact: records[0] },
    canReceive: (actor) => canReadContacts(actor),
  });
};

export const publishImportMoved: Listener<'contacts.import-moved'> = async (scope, { importId }) => {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const order = await requireImport(scope, importId);
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'contactImport',
    data: { action: 'update', import: await getImport(scope, importId) },
    canReceive: (actor) => canReadImport(actor, order),
  });
};
