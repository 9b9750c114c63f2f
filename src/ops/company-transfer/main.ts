import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { FileJob } from '../../modules/company-files/company-files.schema.ts';
import { failureOf, isEverybodys } from '../backup/backup-failure.ts';
import { readCompanyFile } from './read-file.ts';
import { FileRefused } from './refusal.ts';
import { writeCompanyFile } from './write-file.ts';

process.umask(0o077);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const report = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);

const job = FileJob.parse(JSON.parse((await lines.next()).value ?? ''));
if (!job.waits) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
if (!job.waits) void lines.next().then(() => process.exit(1));
const step = async (name: string, done?: number, of?: number) => {
  report({ step: name, done, of });
  if (job.waits) await lines.next();
};
try {
  if (job.kind === 'export') report({ exported: await writeCompanyFile(job, step) });
  else report({ unpacked: await readCompanyFile(job, step) });
} catch (error) {
  if (error instanceof FileRefused) report({ failed: 'refused', code: error.code, why: error.message });
  else {
    const failure = failureOf(error);
    const { reason, message, cause } = failure;
    const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
    report({ failed: reason === 'full' ? 'full' : isEverybodys(failure) ? 'interrupted' : 'broken', why });
  }
}
process.exit(0);
