import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { createStore } from './store.ts';

/** A line to WhatsApp, as far as whoever answers over it has to know. */
export type Line = Pick<ConnectionView, 'id' | 'name' | 'status'>;
export type Lines = ReadonlyMap<number, Line>;

export const NO_LINES: Lines = new Map();
/** By the connection's id; empty until they have been asked for. */
export const lines = createStore<Lines>(NO_LINES);

/** The ticket's line, if nothing leaves over it at the moment. */
export function lineDown(known: Lines, connectionId: number | null): Line | undefined {
  const line = connectionId === null ? undefined : known.get(connectionId);
  return line && line.status !== 'CONNECTED' ? line : undefined;
}
