import { createInterface } from 'node:readline';
import { ReplaceJob } from '../../../modules/backups/restores/restores.schema.ts';
import { replaceOnServers } from './store-company.ts';

/** Runs in a process of its own, because it copies rows for minutes. */
process.umask(0o077);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const report = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);

const job = ReplaceJob.parse(JSON.parse((await lines.next()).value ?? ''));
void lines.next().then(() => process.exit(1));
try {
  report({ aside: await replaceOnServers(job) });
} catch (error) {
  report({ failed: String(error) });
}
process.exit(0);
