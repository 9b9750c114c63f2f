import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { BackupJob } from '../../modules/backups/backups.schema.ts';
import { failureOf } from './backup-failure.ts';
import { makeBackup } from './make-backup.ts';

/** A separate process: it may compute for minutes, and SQLite's locks allow no second user in one process. */
process.umask(0o077);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const report = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);

const job = BackupJob.parse(JSON.parse((await lines.next()).value ?? ''));
if (!job.waits) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// The parent process is gone: unfinished work stays unreferenced.
if (!job.waits) void lines.next().then(() => process.exit(1));
try {
  const result = await makeBackup(job, async (step) => {
    report({ step });
    if (job.waits) await lines.next();
  });
  report({ result });
} catch (error) {
  const { reason, message, cause } = failureOf(error);
  report({ failed: reason, why: cause instanceof Error ? `${message}: ${cause.message}` : message });
}
process.exit(0);
