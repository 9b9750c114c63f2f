import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { createStore } from './store.ts';

export type KnownConnection = Pick<ConnectionView, 'id' | 'name' | 'status'>;
export type KnownConnections = ReadonlyMap<number, KnownConnection>;

export const NO_CONNECTIONS: KnownConnections = new Map();
export const knownConnections = createStore<KnownConnections>(NO_CONNECTIONS);

/** Undefined while the ticket's connection can send. */
export function downConnection(
  known: KnownConnections,
  connectionId: number | null,
): KnownConnection | undefined {
  const connection = connectionId === null ? undefined : known.get(connectionId);
  return connection && connection.status !== 'CONNECTED' ? connection : undefined;
}
