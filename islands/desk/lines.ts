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

type LiveLine =
  | { action: 'update'; whatsapp?: Line; session?: Line }
  | { action: 'delete'; whatsappId: number };

function follow(data: unknown): void {
  const event = data as LiveLine;
  const next = new Map(lines.get());
  const line = event.action === 'update' ? (event.session ?? event.whatsapp) : undefined;
  if (event.action === 'delete') next.delete(event.whatsappId);
  else if (line) next.set(line.id, line);
  lines.set(next);
}

/** Without an answer nothing is known, and nobody is warned of what may not be so. */
async function ask(): Promise<void> {
  try {
    const all = await api.get<Line[]>('/whatsapp');
    lines.set(new Map(all.map((line) => [line.id, line])));
  } catch {
    lines.set(NO_LINES);
  }
}

/** Keeps `lines` up with the server, from each moment on at which the page's own line is open. Returns what stops it. */
export function startLines(): () => void {
  if (live.isOnline()) void ask();
  const stops = [
    live.on('whatsapp', follow),
    live.on('whatsappSession', follow),
    live.on('status', (status) => void (status === 'online' && ask())),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
