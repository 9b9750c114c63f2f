import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { StartRefused } from '../../core/errors.ts';
import {
  loadSecrets,
  markOf,
  readSecrets,
  type StoredSecrets,
  writeSecrets,
} from '../../core/security/secrets.ts';
import { columnsOf } from './re-encrypt.ts';

export type StoredKeys = {
  read(): Promise<StoredSecrets>;
  put(secrets: StoredSecrets): Promise<void>;
};

export const keysIn = (dataDir: string): StoredKeys => ({
  read: async () => readSecrets(dataDir),
  put: async (secrets) => writeSecrets(dataDir, secrets),
});

/** A node with other keys than those whose mark is in `nodes` does not start; `platform` is their database. */
export function keysOfNodes(dataDir: string, platform: Client): StoredKeys {
  const next = join(dataDir, 'next-secrets');
  const path = join(dataDir, 'secrets.json');

  async function marks(): Promise<string[]> {
    if (!(await columnsOf(platform, 'nodes')).includes('secrets_mark')) return [];
    const { rows } = await platform.execute(
      "select distinct secrets_mark from nodes where secrets_mark <> ''",
    );
    return rows.map(({ secrets_mark }) => String(secrets_mark));
  }

  return {
    async read() {
      const present = await marks();
      // It was killed after the nodes had their mark, and before the file was in use.
      if (existsSync(next) && present.includes(markOf(loadSecrets(next))))
        renameSync(join(next, 'secrets.json'), path);
      rmSync(next, { recursive: true, force: true });
      if (present.some((mark) => mark !== markOf(loadSecrets(dataDir))))
        throw new StartRefused(`${path} differs from that of the nodes: copy it from one of them.`);
      return readSecrets(dataDir);
    },
    async put(secrets) {
      mkdirSync(next, { recursive: true, mode: 0o700 });
      writeSecrets(next, secrets);
      const args = [markOf(loadSecrets(next))];
      await platform.execute({ sql: "update nodes set secrets_mark = ? where secrets_mark <> ''", args });
      renameSync(join(next, 'secrets.json'), path);
      rmSync(next, { recursive: true, force: true });
    },
  };
}
