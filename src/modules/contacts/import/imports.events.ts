import type { Scope } from '@/kernel/scope.ts';
import { canReadContacts, canReadImport } from '../contacts.policy.ts';
import { listContactsByIds } from '../contacts.queries.ts';
import { getImport, requireImport } from './imports.queries.ts';

declare module '@/kernel/bus.ts' {
  interface EventMap {
    'contacts.imported': { contactIds: number[] };
    'contacts.import-moved': { importId: number };
  }
}

/** Many at once are one update. Existing lists read `contact` without looking whether it is there. */
export async function tellImported(scope: Scope, contactIds: number[]): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const records = await listContactsByIds(scope, contactIds);
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'contact',
    data: { action: 'create', records, contact: records[0] },
    canHear: (actor) => canReadContacts(actor),
  });
}

export async function tellImportMoved(scope: Scope, importId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const order = await requireImport(scope, importId);
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'contactImport',
    data: { action: 'update', import: await getImport(scope, importId) },
    canHear: (actor) => canReadImport(actor, order),
  });
}
