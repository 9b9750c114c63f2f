import { api } from '../http/api.ts';
import { live } from '../live/live.ts';
import { type Line, lines } from './lines.ts';

/** Events since the request for all connections: the answer may be older than they are. */
const latest = new Map<number, Line>();

function follow(data: unknown): void {
  const { session } = data as { session: Line };
  latest.set(session.id, session);
  lines.set(new Map(lines.get()).set(session.id, session));
}

async function ask(): Promise<void> {
  latest.clear();
  try {
    const all = await api.get<Line[]>('/whatsapp');
    lines.set(new Map([...all.map((line) => [line.id, line] as const), ...latest]));
  } catch {
    // Keeps the last known state; asks again when the socket reopens.
  }
}

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
