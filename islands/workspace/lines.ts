import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { createStore } from './store.ts';

export type Line = Pick<ConnectionView, 'id' | 'name' | 'status'>;
export type Lines = ReadonlyMap<number, Line>;

export const NO_LINES: Lines = new Map();
export const lines = createStore<Lines>(NO_LINES);

/** Undefined while the ticket's connection can send. */
export function lineDown(known: Lines, connectionId: number | null): Line | undefined {
  const line = connectionId === null ? undefined : known.get(connectionId);
  return line && line.status !== 'CONNECTED' ? line : undefined;
}
