import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { failureOf } from '../backup/failure.ts';
import { FileJob } from '../modules/company-files/company-files.schema.ts';
import { readCompanyFile } from './read-file.ts';
import { FileRefused } from './refusal.ts';
import { writeCompanyFile } from './write-file.ts';

/** A process of its own, as a backup's (src/backup/main.ts). */
process.umask(0o077);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);

const job = FileJob.parse(JSON.parse((await lines.next()).value ?? ''));
if (!job.waits) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Whoever started this is gone: what is half done stays unnamed.
if (!job.waits) void lines.next().then(() => process.exit(1));
const step = async (name: string, done?: number, of?: number) => {
  say({ step: name, done, of });
  if (job.waits) await lines.next();
};
try {
  if (job.kind === 'export') say({ exported: await writeCompanyFile(job, step) });
  else say({ unpacked: await readCompanyFile(job, step) });
} catch (error) {
  if (error instanceof FileRefused) say({ failed: 'refused', code: error.code, why: error.message });
  else {
    const { reason, message, cause } = failureOf(error);
    const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
    say({ failed: reason === 'full' ? 'full' : 'broken', why });
  }
}
process.exit(0);
