import type { Scope } from '@/core/scope.ts';
import { listConnections } from '@/modules/connections/connections.queries.ts';
import type { ConnectionView } from '@/modules/connections/connections.views.ts';

/** The connection that the steps set up; null while there is none. */
export async function findMainConnection(scope: Scope): Promise<ConnectionView | null> {
  return mainOf(await listConnections(scope));
}

export function mainOf(connections: ConnectionView[]): ConnectionView | null {
  return connections.find(({ isDefault }) => isDefault) ?? connections[0] ?? null;
}
