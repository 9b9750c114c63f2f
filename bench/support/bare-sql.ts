import Native from 'libsql';
import { type Arguments, LocalConnection } from '@/kernel/db/local-connection.ts';

/**
 * The rows that `work` reads, read again and again by statements prepared once on the library the desk is bound to, and written as JSON:
 * what SQL costs when nobody checks a right, joins rows to views or signs an address. `work` is run twice, so that what the desk
 * remembers is not read here either.
 */
export async function sameRowsBare(
  file: string,
  work: () => Promise<unknown>,
): Promise<() => Promise<string>> {
  await work();
  const recorded = await recordStatements(work);
  if (recorded.length === 0) throw new Error('nothing was read: there is nothing to compare with');
  const database = new Native(file);
  const reads = recorded.map(({ sql, args }) => ({ statement: database.prepare(sql), args }));
  return () => new Response(JSON.stringify(reads.map(({ statement, args }) => statement.all(args)))).text();
}

type Recorded = { sql: string; args: unknown[] };

async function recordStatements(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const { values, run } = LocalConnection.prototype;
  const keep = (sql: string, args: Arguments) => void recorded.push({ sql, args: Object.values(args) });
  Object.assign(LocalConnection.prototype, {
    values(this: LocalConnection, sql: string, args: Arguments) {
      keep(sql, args);
      return values.call(this, sql, args);
    },
    run(this: LocalConnection, sql: string, args: Arguments) {
      keep(sql, args);
      return run.call(this, sql, args);
    },
  });
  await work();
  Object.assign(LocalConnection.prototype, { values, run });
  return recorded;
}
