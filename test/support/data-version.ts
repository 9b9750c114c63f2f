import { type Client, createClient } from '@libsql/client';
import type { TestApp } from './deps.ts';

export type Watched = number | 'platform';

/** A second connection to a database: its `data_version` changes with every commit of the app. */
export async function watchDatabase({ kernel }: TestApp, which: Watched): Promise<Client> {
  const { client } = which === 'platform' ? kernel.platform : await kernel.tenants.open(which);
  const { rows } = await client.execute("SELECT file FROM pragma_database_list WHERE name = 'main'");
  return createClient({ url: `file:${rows[0]?.file}` });
}

export async function dataVersion(watcher: Client): Promise<number> {
  const { rows } = await watcher.execute('PRAGMA data_version');
  return Number(rows[0]?.data_version);
}
