import { expect, test } from 'bun:test';
import { tmpdir } from 'node:os';
import { createLog } from '../log.ts';
import { createDiskSpace, freeBytesOf } from './disk-space.ts';

const MB = 1024 * 1024;

function spaceOf(measure: () => Promise<number>) {
  const lines: { level: number; msg: string }[] = [];
  const time = { ticks: 0 };
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { time, lines, space: createDiskSpace({ measure, ticks: () => time.ticks, log }) };
}

test('has three levels and rejects files at the last', async () => {
  let free = 2_000 * MB;
  const { space, time } = spaceOf(async () => free);
  const seen: string[] = [];
  for (const megabytes of [2_000, 1_024, 1_023, 256, 255, 0]) {
    free = megabytes * MB;
    time.ticks += 5_000;
    const taken = await space.requireForFiles().then(
      () => 'taken',
      ({ code }) => code,
    );
    seen.push(`${(await space.check()).level} ${taken}`);
  }
  expect(seen).toEqual([
    'enough taken',
    'enough taken',
    'scarce taken',
    'scarce taken',
    'none ERR_NO_SPACE',
    'none ERR_NO_SPACE',
  ]);
});

test('is measured at most once in five seconds', async () => {
  let measured = 0;
  const { space, time } = spaceOf(async () => {
    measured += 1;
    return 0;
  });
  await Promise.all(Array.from({ length: 50 }, () => space.check()));
  time.ticks = 4_999;
  await space.check();
  expect(measured).toBe(1);
  time.ticks = 5_000;
  await space.check();
  expect(measured).toBe(2);
});

test('logs changes and accepts files when it cannot be measured', async () => {
  const answers = [10 * MB, 10 * MB, 5_000 * MB];
  const { space, time, lines } = spaceOf(async () => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error('no such folder');
    return answer;
  });
  for (let n = 0; n < 4; n += 1) {
    await space.requireForFiles().catch(() => undefined);
    time.ticks += 5_000;
  }
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the disk is full or read-only: files are refused',
    'the disk has room again',
    'the free space of the data folder is unknown',
  ]);
  expect((await space.check()).level).toBe('enough');
});

test('freeBytesOf returns a number of bytes', async () => {
  expect(await freeBytesOf(tmpdir())).toBeGreaterThan(0);
});

test('a read-only disk counts as full', async () => {
  const { space } = spaceOf(() => Promise.reject(Object.assign(new Error('read-only'), { code: 'EROFS' })));
  expect(await space.check()).toEqual({ level: 'none', freeBytes: 0 });
});
