import type { Client, InStatement } from '@libsql/client';
import { AppError } from '../../errors.ts';

/** The statement that begins every write; it fails unless the epoch is still the caller's. May throw ERR_NOT_OWNER. */
export type Fence = () => InStatement;

const CONSTRAINT = 'only_the_owner_writes';

export const OWNER_TABLE = `CREATE TABLE IF NOT EXISTS owner (
  id INTEGER PRIMARY KEY CONSTRAINT ${CONSTRAINT} CHECK (id = 1),
  epoch INTEGER NOT NULL
)`;

/** A statement that fails, so that it also ends a batch, which cannot look at the number of changed rows. */
const fenceAt = (epoch: number) => ({
  sql: 'INSERT INTO owner (id, epoch) SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM owner WHERE epoch = ?)',
  args: [BigInt(epoch)],
});

export const createFence =
  (epochOf: () => number): Fence =>
  () =>
    fenceAt(epochOf());

/** After it no process with a lower epoch can write. Throws ERR_NOT_OWNER when a higher one already does. */
export async function raiseEpoch(client: Client, epoch: number): Promise<void> {
  await client.executeMultiple(OWNER_TABLE);
  await client.batch(raisingTo(epoch), 'write').catch(throwNotOwner);
}

/** Where there is a table. The last of them fails when a higher epoch already writes. */
export const raisingTo = (epoch: number) => [
  {
    sql: `INSERT INTO owner (id, epoch) VALUES (1, ?)
      ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch WHERE owner.epoch <= excluded.epoch`,
    args: [BigInt(epoch)],
  },
  fenceAt(epoch),
];

export function throwNotOwner(error: unknown): never {
  if (error instanceof Error && error.message.includes(CONSTRAINT))
    throw new AppError('ERR_NOT_OWNER', {}, { cause: error });
  throw error;
}
