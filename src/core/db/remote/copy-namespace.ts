import { existsSync, rmSync } from 'node:fs';
import Native from 'libsql';
import {
  copyDatabase,
  emptyDatabase,
  firstDifference,
  readContent,
  sourceInFile,
  targetInFile,
} from '../copy-database.ts';
import { openFile } from '../open-file.ts';
import { createNamespaces, type DatabaseServer } from './database-server.ts';
import { openStream } from './database-stream.ts';
import { OWNER_TABLE, raisingTo, throwNotOwner } from './fence.ts';

export type NamespaceAt = { server: DatabaseServer; name: string };

/** Into a new file, as of one moment, while others write. For programs of their own. */
export function fetchDatabase(from: NamespaceAt, path: string): Promise<void> {
  return again(() => fetchOnce(from, path));
}

async function fetchOnce({ server, name }: NamespaceAt, path: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  new Native(path).close();
  const stream = openStream(server, name);
  using file = openFile(path);
  try {
    await stream.write([{ sql: 'BEGIN READONLY' }]);
    await copyDatabase(stream, targetInFile(file));
  } finally {
    await stream.close();
  }
}

/** All rows or none. Without an epoch all nodes must be stopped. Throws ERR_NOT_OWNER. */
export function storeDatabase(path: string, to: NamespaceAt, epoch?: number): Promise<void> {
  return again(() => storeOnce(path, to, epoch));
}

async function storeOnce(path: string, { server, name }: NamespaceAt, epoch?: number): Promise<void> {
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  const namespaces = createNamespaces(server);
  if (!(await namespaces.has(name))) await namespaces.create(name);
  const stream = openStream(server, name);
  using file = openFile(path);
  try {
    const content = await readContent(sourceInFile(file));
    await stream.write([{ sql: 'PRAGMA foreign_keys = OFF' }, { sql: 'BEGIN IMMEDIATE' }]);
    const owner = epoch === undefined ? [{ sql: 'DELETE FROM owner' }] : raisingTo(epoch);
    await stream.write([{ sql: OWNER_TABLE }, ...owner]).catch(throwNotOwner);
    await emptyDatabase(stream);
    await copyDatabase(sourceInFile(file), stream);
    const difference = firstDifference(content, await readContent(stream));
    if (difference !== null) throw new Error(`${difference} differ after they were stored in ${name}`);
    await stream.write([{ sql: 'COMMIT' }]);
  } finally {
    await stream.close();
  }
}

const ATTEMPTS = 3;

/** The server ends the transaction of a process that was frozen, or that lasts while another waits. */
async function again(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !/STREAM_EXPIRED|TRANSACTION_TIMEOUT/.test(`${error}`)) throw error;
    }
}
