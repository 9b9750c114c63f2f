import { expect, test } from 'bun:test';
import { startJobs } from './cron.ts';
import { createLog } from './log.ts';

const options = { timeZone: 'America/Sao_Paulo', log: createLog('silent') };

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error('it did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a job that takes long does not overlap itself, a failing one runs again, and others do not mind', async () => {
  let running = 0;
  let most = 0;
  let ticks = 0;
  let failures = 0;
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const tick = async () => {
    ticks += 1;
  };
  const jobs = startJobs(
    [
      {
        name: 'slow',
        pattern: '* * * * * *',
        async run() {
          running += 1;
          most = Math.max(most, running);
          await held;
          running -= 1;
        },
      },
      { name: 'quick', pattern: '* * * * * *', run: tick },
      {
        name: 'failing',
        pattern: '* * * * * *',
        async run() {
          failures += 1;
          throw new Error('no');
        },
      },
    ],
    options,
  );
  await until(() => ticks >= 2 && failures >= 2);
  expect(most).toBe(1);
  end();
  jobs.stop();
  const after = ticks;
  await until(() => running === 0);
  expect(ticks).toBe(after);
}, 15_000);
