import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { BackupJob } from '../modules/backups/backups.schema.ts';
import { failureOf } from './failure.ts';
import { makeBackup } from './make-backup.ts';

/** A process of its own: it may compute for minutes, and SQLite's locks suffer no second user in one process. */
process.umask(0o077);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);

const job = BackupJob.parse(JSON.parse((await lines.next()).value ?? ''));
if (!job.waits) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Whoever started this is gone: what is half done stays unnamed.
if (!job.waits) void lines.next().then(() => process.exit(1));
try {
  const result = await makeBackup(job, async (step) => {
    say({ step });
    if (job.waits) await lines.next();
  });
  say({ result });
} catch (error) {
  const { reason, message, cause } = failureOf(error);
  say({ failed: reason, why: cause instanceof Error ? `${message}: ${cause.message}` : message });
}
process.exit(0);
