import { setTimeout } from 'node:timers/promises';
import { RENEWAL_MS } from '@/core/cluster/node.ts';
import type { DatabaseServer } from '@/core/db/remote/database-server.ts';
import { PLATFORM } from '@/core/scope.ts';
import { type DatabasesAt, databasesOn } from './databases-at.ts';
import { MoveRefused } from './move-databases.ts';

/** Watches for longer than a node takes from one renewal to the next. Throws MoveRefused. */
export async function requireStoppedNodes(server: DatabasesAt, watchMs = 1.5 * RENEWAL_MS): Promise<void> {
  if (!(await server.has(PLATFORM))) return;
  const before = await beatsOn(server);
  if (before.size === 0) return;
  await setTimeout(watchMs);
  for (const [url, beats] of await beatsOn(server))
    if (before.get(url) !== beats) throw new MoveRefused(`the node ${url} runs: stop all nodes first.`);
}

/** The databases of several nodes, for a program that changes them. Throws MoveRefused while a node runs. */
export async function openStopped(server: DatabaseServer): Promise<DatabasesAt> {
  const databases = databasesOn(server);
  await requireStoppedNodes(databases);
  return databases;
}

async function beatsOn(server: DatabasesAt): Promise<Map<string, number>> {
  const platform = server.open(PLATFORM);
  try {
    const known = await platform.execute("SELECT 1 FROM sqlite_schema WHERE name = 'nodes'");
    if (known.rows.length === 0) return new Map();
    const { rows } = await platform.execute('SELECT url, beats FROM nodes WHERE expelled_at IS NULL');
    return new Map(rows.map(({ url, beats }) => [String(url), Number(beats)]));
  } finally {
    platform.close();
  }
}
