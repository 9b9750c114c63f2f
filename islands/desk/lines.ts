import type { ConnectionView } from '@/modules/connections/connections.schema.ts';
import { api } from '../api.ts';
import { live } from '../live.ts';
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

function follow(data: unknown): void {
  const { session } = data as { session: Line };
  lines.set(new Map(lines.get()).set(session.id, session));
}

async function ask(): Promise<void> {
  try {
    const all = await api.get<Line[]>('/whatsapp');
    lines.set(new Map(all.map((line) => [line.id, line])));
  } catch {
    // What was known stays; the next opening of the page's line asks again.
  }
}

/** Keeps `lines` up with the server, from each moment on at which the page's own line is open. Returns what stops it. */
export function startLines(): () => void {
  if (live.isOnline()) void ask();
  const stops = [
    live.on('whatsappSession', follow),
    live.on('status', (status) => void (status === 'online' && ask())),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
