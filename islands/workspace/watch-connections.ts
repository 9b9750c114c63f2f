import { api } from '../http/api.ts';
import { live } from '../live/live.ts';
import { type KnownConnection, knownConnections } from './connections.ts';

/** Events since the request for all connections: the answer may be older than they are. */
const latest = new Map<number, KnownConnection>();

function follow(data: unknown): void {
  const { session } = data as { session: KnownConnection };
  latest.set(session.id, session);
  knownConnections.set(new Map(knownConnections.get()).set(session.id, session));
}

async function ask(): Promise<void> {
  latest.clear();
  try {
    const all = await api.get<KnownConnection[]>('/whatsapp');
    knownConnections.set(
      new Map([...all.map((connection) => [connection.id, connection] as const), ...latest]),
    );
  } catch {
    // Keeps the last known state; asks again when the socket reopens.
  }
}

export function watchConnections(): () => void {
  if (live.isOnline()) void ask();
  const stops = [
    live.on('whatsappSession', follow),
    live.on('status', (status) => void (status === 'online' && ask())),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
