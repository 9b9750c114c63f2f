import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { FileRefused } from '@/ops/company-transfer/refusal.ts';
import { fill } from '@/ops/company-transfer/take-over.ts';

/**
 * Reads untrusted databases one after the other, as an import does. Each line: a database, its counts, the target.
 */
for await (const line of createInterface({ input: process.stdin })) {
  const { theirs, counts, empty, database } = JSON.parse(line);
  copyFileSync(empty, database);
  let outcome = 'taken';
  try {
    await fill(database, theirs, { counts, hasSecrets: false });
  } catch (error) {
    outcome = error instanceof FileRefused ? error.code : `broken: ${error}`;
  }
  if (outcome !== 'taken') rmSync(database, { force: true });
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  process.stdout.write(`${JSON.stringify({ outcome, megabytes: Number(kilobytes) / 1024 })}\n`);
}
