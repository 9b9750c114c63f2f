import type { Client } from '@libsql/client';
import { dataVersion, type Watched, watchDatabase } from '@test/support/data-version.ts';
import type { TestApp } from '@test/support/deps.ts';
import { dumpOf } from '@test/support/fixtures.ts';

type Dumped = { watcher: Client; version: number; text: string };

/** Databases without writes are not read again: `data_version` shows every commit but the connection's own. */
export function createDumps(testApp: TestApp) {
  const known = new Map<Watched, Dumped>();
  return {
    async dump(which: Watched, without: string[] = []): Promise<string> {
      const watched = known.get(which) ?? {
        watcher: await watchDatabase(testApp, which),
        version: 0,
        text: '',
      };
      known.set(which, watched);
      const version = await dataVersion(watched.watcher);
      if (version !== watched.version) {
        watched.text = await dumpOf(watched.watcher, without);
        watched.version = version;
      }
      return watched.text;
    },
    close() {
      for (const { watcher } of known.values()) watcher.close();
    },
  };
}
