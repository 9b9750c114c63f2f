import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { ErasingJob } from '../../modules/erasures/erasures.schema.ts';
import { failureOf, isEverybodys } from '../backup/backup-failure.ts';
import { forget } from './erase-from-backups.ts';
import { writePersonFile } from './person-file.ts';
import { scrubCompany } from './scrub.ts';

process.umask(0o077);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const report = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);

const job = ErasingJob.parse(JSON.parse((await lines.next()).value ?? ''));
if (!job.waits) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
if (!job.waits) void lines.next().then(() => process.exit(1));
const step = async (name: string) => {
  report({ step: name });
  if (job.waits) await lines.next();
};
try {
  if (job.kind === 'forget') report({ forgotten: await forget(job, step) });
  else if (job.kind === 'person') report({ written: await writePersonFile(job) });
  else {
    await scrubCompany(job);
    report({ scrubbed: true });
  }
} catch (error) {
  const failure = failureOf(error);
  const { reason, message, cause } = failure;
  const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
  const fault = { scrub: 'busy', forget: 'store', person: isEverybodys(failure) ? 'interrupted' : 'broken' }[
    job.kind
  ];
  report({ failed: reason === 'full' ? 'full' : fault, why });
}
process.exit(0);
