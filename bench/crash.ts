/** `bun run bench:crash -- 1000`: kills the server with SIGKILL that many times (default 50). */

import { openFixture } from '@test/crash/fixture.ts';
import { runCrashes } from '@test/crash/runs.ts';
import { describeVerdict } from '@test/crash/verdict.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';

installConsoleFilter();
const rounds = Number(process.argv[2] ?? 50);
const startedAt = Date.now();
const fixture = await openFixture({ groups: 2 });
const verdict = await runCrashes(fixture, rounds, {
  onRound(round) {
    if (round % 10 === 0) process.stdout.write(`${round} kills\n`);
  },
});
const seconds = Math.round((Date.now() - startedAt) / 1000);
process.stdout.write(`${rounds} kills in ${seconds} s\n${describeVerdict(verdict)}\n`);
process.stdout.write(`errors inside the simulator: ${fixture.network.errors.length}\n`);
if (process.env.KEEP) process.stdout.write(`data: ${fixture.dataDir}\n`);
else await fixture.end();
process.exit(0);
