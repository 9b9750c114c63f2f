import { createInterface } from 'node:readline';
import { FetchJob } from '../modules/backups/restores/restores.schema.ts';
import { failureOf, RestoreRefused } from './failure.ts';
import { fetchCompany } from './fetch-company.ts';

/** A process of its own, beside the desk that asked: it may read for minutes, and it opens databases. */
process.umask(0o077);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);
const FILES_PER_LINE = 50;

const job = FetchJob.parse(JSON.parse((await lines.next()).value ?? ''));
// Whoever started this is gone: what was fetched is removed at the next start.
void lines.next().then(() => process.exit(1));
try {
  await fetchCompany(job, (files, of) => {
    if (files % FILES_PER_LINE === 0) say({ files, of });
  });
  say({ isFetched: true });
} catch (error) {
  if (error instanceof RestoreRefused) say({ failed: 'unusable', why: error.message });
  else {
    const { reason, message } = failureOf(error);
    say({ failed: reason, why: message });
  }
}
process.exit(0);
