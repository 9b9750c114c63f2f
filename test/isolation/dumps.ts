import { type Client, createClient } from '@libsql/client';
import type { TestApp } from '@test/support/deps.ts';
import { dump } from '@test/support/fixtures.ts';

type Which = number | 'platform';
type Watched = { watcher: Client; version: number; text: string };

/** Databases without writes are not read again: `data_version` shows every commit but the connection's own. */
export function createDumps(testApp: TestApp) {
  const known = new Map<Which, Watched>();
  return {
    async dump(which: Which, without: string[] = []): Promise<string> {
      const watched = known.get(which) ?? (await watch(testApp, which));
      known.set(which, watched);
      const version = await versionOf(watched.watcher);
      if (version !== watched.version) {
        watched.text = await dump(testApp, which, without);
        watched.version = version;
      }
      return watched.text;
    },
    close() {
      for (const { watcher } of known.values()) watcher.close();
    },
  };
}

async function watch({ kernel }: TestApp, which: Which): Promise<Watched> {
  const { client } = which === 'platform' ? kernel.platform : await kernel.tenants.open(which);
  const { rows } = await client.execute("SELECT file FROM pragma_database_list WHERE name = 'main'");
  return { watcher: createClient({ url: `file:${rows[0]?.file}` }), version: 0, text: '' };
}

async function versionOf(watcher: Client): Promise<number> {
  const { rows } = await watcher.execute('PRAGMA data_version');
  return Number(rows[0]?.data_version);
}
