import { expect, test } from 'bun:test';
import { until } from '@test/support/until.ts';
import { createLog } from '../log.ts';
import { startJobs } from './cron.ts';

const options = { timeZone: 'America/Sao_Paulo', log: createLog('silent') };

test('a slow job never overlaps itself, a failing one repeats without affecting others', async () => {
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
  await until('both have run twice', () => ticks >= 2 && failures >= 2);
  expect(most).toBe(1);
  end();
  jobs.stop();
  const after = ticks;
  await until('the slow one has ended', () => running === 0);
  expect(ticks).toBe(after);
});
