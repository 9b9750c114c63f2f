import { Cron } from 'croner';
import type { Logger } from '../log.ts';

export type Job = { name: string; pattern: string; run: () => Promise<unknown> };

export function startJobs(jobs: Job[], options: { timeZone: string; log: Logger }): { stop(): void } {
  const running = jobs.map(
    ({ name, pattern, run }) =>
      new Cron(
        pattern,
        { name: undefined, protect: true, timezone: options.timeZone, unref: true },
        async () => {
          try {
            await run();
          } catch (error) {
            options.log.error({ err: error, job: name }, 'a job failed');
          }
        },
      ),
  );
  return {
    stop() {
      for (const cron of running) cron.stop();
    },
  };
}
