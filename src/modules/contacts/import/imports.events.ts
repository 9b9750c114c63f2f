import type { Scope } from '@/kernel/scope.ts';
import { canReadContacts } from '../contacts.policy.ts';
import { listContactsByIds } from '../contacts.queries.ts';
import { getImport } from './imports.queries.ts';

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
  tell(scope, 'contact', { action: 'create', records, contact: records[0] });
}

export async function tellImportMoved(scope: Scope, importId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  tell(scope, 'contactImport', { action: 'update', import: await getImport(scope, importId) });
}

function tell(scope: Scope, channel: string, data: unknown): void {
  const canHear = (actor: Scope['actor']) => canReadContacts(actor, undefined);
  scope.kernel.hub.deliver(scope.companyId, { channel, data, canHear });
}
