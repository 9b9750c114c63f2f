import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalTransaction } from '@/kernel/db/local-transaction.ts';
import { HELD } from './timed-moments.ts';

/** The process stands still at the commit of what has this word in it, or when that is on the disk. */
export function holdAtCommitOf(dataDir: string, word: string, when: 'before' | 'after' = 'before'): void {
  const { prototype } = LocalTransaction;
  const { values, execute, commit } = prototype;
  const meant = new WeakSet<LocalTransaction>();
  const look = (transaction: LocalTransaction, statement: unknown, args: unknown) => {
    const written = JSON.stringify([statement, args]);
    if (/insert into|update /.test(written) && written.includes(word)) meant.add(transaction);
  };
  prototype.values = function (...given) {
    look(this, ...given);
    return values.apply(this, given);
  };
  prototype.execute = function (...given) {
    look(this, given[0], given[1]);
    return execute.apply(this, given);
  };
  prototype.commit = async function () {
    const isMeant = meant.has(this);
    if (isMeant && when === 'before') standStill(dataDir);
    await commit.apply(this);
    if (isMeant) standStill(dataDir);
  };
}

/** Nothing in this process moves any more. */
export function standStill(dataDir: string): never {
  writeFileSync(join(dataDir, HELD), '');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
