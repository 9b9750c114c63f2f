/**
 * `bun run bench:crash -- 1000`: kills the server with SIGKILL that many times (default 50), at random moments between
 * its start and three starts later, while customers write and agents answer.
 */
import { openFixture } from '@test/crash/fixture.ts';
import { runCrashes } from '@test/crash/runs.ts';
import { describeVerdict } from '@test/crash/verdict.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, main, none } from './support/report.ts';

const KILLS = Number(process.argv[2] ?? 50);

export async function runCrash(): Promise<Line[]> {
  installConsoleFilter();
  const fixture = await openFixture({ groups: 2 });
  const verdict = await runCrashes(fixture, KILLS);
  process.stderr.write(
    `${describeVerdict(verdict)}\nerrors inside the simulator: ${fixture.network.errors.length}\n`,
  );
  if (process.env.KEEP) process.stderr.write(`data: ${fixture.dataDir}\n`);
  else await fixture.end();
  const { stored, delivered, mediaMissing } = verdict;
  const after = `after ${KILLS} kills`;
  return [
    none(`customers' messages lost ${after}`, stored.lost.length, stored.expected),
    none(`customers' messages stored twice ${after}`, stored.doubled.length, stored.expected),
    none(`customers' messages out of order ${after}`, stored.disordered.length, stored.expected),
    none(`accepted answers lost ${after}`, delivered.lost.length, delivered.expected),
    none(`accepted answers shown twice ${after}`, delivered.doubled.length, delivered.expected),
    none(`media missing ${after}`, mediaMissing.length, stored.expected),
  ];
}

if (import.meta.main) await main(runCrash);
