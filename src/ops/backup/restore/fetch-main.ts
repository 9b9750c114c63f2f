import { createInterface } from 'node:readline';
import { FetchJob } from '../../../modules/backups/restores/restores.schema.ts';
import { failureOf, RestoreRefused } from '../backup-failure.ts';
import { fetchCompany } from './fetch-company.ts';

/** Runs in a process of its own, because it reads for minutes and opens databases. */
process.umask(0o077);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const report = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);
const FILES_PER_LINE = 50;

const job = FetchJob.parse(JSON.parse((await lines.next()).value ?? ''));
// The parent is gone; the next start removes what was fetched.
void lines.next().then(() => process.exit(1));
try {
  await fetchCompany(job, (files, of) => {
    if (files % FILES_PER_LINE === 0) report({ files, of });
  });
  report({ isFetched: true });
} catch (error) {
  if (error instanceof RestoreRefused) report({ failed: 'unusable', why: error.message });
  else {
    const { reason, message } = failureOf(error);
    report({ failed: reason, why: message });
  }
}
process.exit(0);
