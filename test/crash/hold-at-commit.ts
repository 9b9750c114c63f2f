import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalTransaction } from '@/core/db/driver/local-transaction.ts';
import { HELD } from './timed-moments.ts';

/** Blocks the process before the commit of a transaction containing this text, or after it is on disk. */
export function holdAtCommitOf(dataDir: string, text: string, when: 'before' | 'after' = 'before'): void {
  const { prototype } = LocalTransaction;
  const { values, execute, commit } = prototype;
  const meant = new WeakSet<LocalTransaction>();
  const inspect = (transaction: LocalTransaction, statement: unknown, args: unknown) => {
    const written = JSON.stringify([statement, args]);
    if (/insert into|update /.test(written) && written.includes(text)) meant.add(transaction);
  };
  prototype.values = function (...options) {
    inspect(this, ...options);
    return values.apply(this, options);
  };
  prototype.execute = function (...options) {
    inspect(this, options[0], options[1]);
    return execute.apply(this, options);
  };
  prototype.commit = async function () {
    const isMeant = meant.has(this);
    if (isMeant && when === 'before') standStill(dataDir);
    await commit.apply(this);
    if (isMeant) standStill(dataDir);
  };
}

export function standStill(dataDir: string): never {
  writeFileSync(join(dataDir, HELD), '');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
