import { api } from '../api.ts';
import { live } from '../live.ts';
import { type Line, lines } from './lines.ts';

/** Since all were asked for: an answer may be older than what was heard on its way. */
const heard = new Map<number, Line>();

function follow(data: unknown): void {
  const { session } = data as { session: Line };
  heard.set(session.id, session);
  lines.set(new Map(lines.get()).set(session.id, session));
}

async function ask(): Promise<void> {
  heard.clear();
  try {
    const all = await api.get<Line[]>('/whatsapp');
    lines.set(new Map([...all.map((line) => [line.id, line] as const), ...heard]));
  } catch {
    // Keeps the last known state; asked again when the socket reopens.
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
