import { type Arguments, LocalConnection } from '@/core/db/driver/local-connection.ts';
import { SlowClient } from '@/core/db/slow-reads/slow-client.ts';

export type Recorded = { file: string; sql: string; args: unknown[] };

export async function recordReads(work: () => Promise<unknown>): Promise<Recorded[]> {
  await work();
  const recorded = (await recordStatements(work)).filter(({ sql }) => /^\s*(select|with)\b/i.test(sql));
  if (recorded.length === 0) throw new Error('nothing was read: there is nothing to compare with');
  return recorded;
}

async function recordStatements(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const { values, run } = LocalConnection.prototype;
  const { isSmall } = SlowClient.prototype;
  const prepared = (file: string, sql: string, args: Arguments) =>
    void recorded.push({ file, sql, args: Object.values(args) });
  Object.assign(LocalConnection.prototype, {
    values(this: LocalConnection, sql: string, args: Arguments) {
      prepared(this.path, sql, args);
      return values.call(this, sql, args);
    },
    run(this: LocalConnection, sql: string, args: Arguments) {
      prepared(this.path, sql, args);
      return run.call(this, sql, args);
    },
  });
  // Slow reads would otherwise happen in another process, unseen.
  Object.assign(SlowClient.prototype, { isSmall: () => true });
  await work();
  Object.assign(LocalConnection.prototype, { values, run });
  Object.assign(SlowClient.prototype, { isSmall });
  return recorded;
}
