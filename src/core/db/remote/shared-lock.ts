import { setTimeout as sleep } from 'node:timers/promises';
import type { Ticks } from '../../clock.ts';
import { createNamespaces, type DatabaseServer } from './database-server.ts';
import { openStream } from './database-stream.ts';

const NAMESPACE = 'locks';
const TABLE =
  'CREATE TABLE IF NOT EXISTS locks (name TEXT PRIMARY KEY, holder TEXT, beats INTEGER NOT NULL) STRICT';

const TIMES = { beatMs: 5_000, lostMs: 20_000, silentMs: 40_000 };

type Options = {
  server: DatabaseServer;
  name: string;
  holder: string;
  ticks: Ticks;
  times?: typeof TIMES;
};

type Held = { holder: string | null; beats: number };

/** A holder stops after `lostMs` without a beat; others take it when they saw none for `silentMs`. */
export function createSharedLock({ server, name, holder, ticks, times = TIMES }: Options) {
  async function ask(sql: string, args: (string | number)[]): Promise<unknown[][]> {
    const stream = openStream(server, NAMESPACE);
    return stream.read(sql, args).finally(() => stream.close());
  }

  async function prepare(): Promise<void> {
    const namespaces = createNamespaces(server);
    if (!(await namespaces.has(NAMESPACE)))
      await namespaces.create(NAMESPACE).catch(async (error) => {
        if (!(await namespaces.has(NAMESPACE))) throw error;
      });
    await ask(TABLE, []);
    await ask('INSERT INTO locks VALUES (?, NULL, 0) ON CONFLICT DO NOTHING', [name]);
  }

  async function look(): Promise<Held> {
    const [row] = await ask('SELECT holder, beats FROM locks WHERE name = ?', [name]);
    return { holder: row?.[0] as string | null, beats: Number(row?.[1]) };
  }

  async function take({ beats }: Held): Promise<boolean> {
    const sql = 'UPDATE locks SET holder = ?, beats = beats + 1 WHERE name = ? AND beats = ? RETURNING 1';
    return (await ask(sql, [holder, name, beats])).length > 0;
  }

  async function waitUntilFree(ends: AbortSignal): Promise<void> {
    let seen = await look();
    let since = ticks();
    for (;;) {
      ends.throwIfAborted();
      const isFree = seen.holder === null || seen.holder === holder || ticks() - since > times.silentMs;
      if (isFree && (await take(seen))) return;
      await sleep(times.beatMs / 5, undefined, { signal: ends });
      const now = await look();
      if (now.beats !== seen.beats) since = ticks();
      seen = now;
    }
  }

  return {
    async run<T>(work: (lost: AbortSignal) => Promise<T>, ends: AbortSignal): Promise<T> {
      await prepare();
      await waitUntilFree(ends);
      const lost = new AbortController();
      let last = ticks();
      const beat = async () => {
        const sql = 'UPDATE locks SET beats = beats + 1 WHERE name = ? AND holder = ? RETURNING 1';
        const began = ticks();
        const isMine = await ask(sql, [name, holder]).then(
          (rows) => rows.length > 0,
          () => undefined,
        );
        if (isMine) last = began;
        if (isMine === false || ticks() - last > times.lostMs) lost.abort();
      };
      const timer = setInterval(() => void beat(), times.beatMs);
      try {
        return await work(lost.signal);
      } finally {
        clearInterval(timer);
        const sql = 'UPDATE locks SET holder = NULL, beats = beats + 1 WHERE name = ? AND holder = ?';
        await ask(sql, [name, holder]).catch(() => undefined);
      }
    },
  };
}
