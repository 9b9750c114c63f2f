import { expect, test } from 'bun:test';
import { createStorageQuota } from './storage-quota.ts';

function stand(most: number | undefined) {
  const options = { bytes: 0, ticks: 0, measured: 0, isAway: false };
  const quota = createStorageQuota({
    mostOf: async () => most,
    ticks: () => options.ticks,
    measure: async () => {
      options.measured += 1;
      if (options.isAway) throw new Error('away');
      return options.bytes;
    },
  });
  const take = (bytes: number) =>
    quota.requireFor(1, bytes).then(
      () => 'taken',
      ({ code }) => code,
    );
  return { options, quota, take };
}

test('rejects files above the limit, warns at 90 % and recovers after deletions', async () => {
  const { options, quota, take } = stand(1_000);
  expect([await take(500), await quota.level(1)]).toEqual(['taken', 'enough']);
  expect([await take(400), await quota.level(1)]).toEqual(['taken', 'scarce']);
  expect([await take(101), await take(100), await quota.level(1)]).toEqual([
    'ERR_STORAGE_QUOTA',
    'taken',
    'none',
  ]);
  expect(await quota.level(2)).toBe('enough');
  options.bytes = 200;
  options.ticks = 600_000;
  expect([await quota.level(1), await take(700)]).toEqual(['enough', 'taken']);
});

test('keeps the last figure while it cannot measure', async () => {
  const { options, quota, take } = stand(1_000);
  options.bytes = 800;
  expect(await take(150)).toBe('taken');
  options.isAway = true;
  options.ticks = 600_000;
  expect([await take(100), await quota.level(1)]).toEqual(['ERR_STORAGE_QUOTA', 'scarce']);
  options.isAway = false;
  options.ticks = 1_200_000;
  expect(await take(200)).toBe('taken');
});

test('measures once for many files and never without a limit', async () => {
  const { options, take } = stand(1_000);
  const all = await Promise.all(Array.from({ length: 20 }, () => take(100)));
  expect(all.filter((one) => one === 'taken')).toHaveLength(10);
  expect(options.measured).toBe(1);
  const free = stand(undefined);
  expect([await free.take(1e15), free.options.measured]).toEqual(['taken', 0]);
});
