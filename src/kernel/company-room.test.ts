import { expect, test } from 'bun:test';
import { createCompanyRoom } from './company-room.ts';

function stand(most: number | undefined) {
  const given = { bytes: 0, ticks: 0, measured: 0 };
  const room = createCompanyRoom({
    mostOf: async () => most,
    ticks: () => given.ticks,
    measure: async () => {
      given.measured += 1;
      return given.bytes;
    },
  });
  const take = (bytes: number) =>
    room.requireFor(1, bytes).then(
      () => 'taken',
      ({ code }) => code,
    );
  return { given, room, take };
}

test('files are refused above the limit, warned of at 90 %, and taken again when some are gone', async () => {
  const { given, room, take } = stand(1_000);
  expect([await take(500), await room.look(1)]).toEqual(['taken', 'enough']);
  expect([await take(400), await room.look(1)]).toEqual(['taken', 'scarce']);
  expect([await take(101), await take(100), await room.look(1)]).toEqual([
    'ERR_STORAGE_QUOTA',
    'taken',
    'none',
  ]);
  expect(await room.look(2)).toBe('enough');
  given.bytes = 200;
  given.ticks = 600_000;
  expect([await room.look(1), await take(700)]).toEqual(['enough', 'taken']);
});

test('many files at once measure one time; without a limit nothing is measured', async () => {
  const { given, take } = stand(1_000);
  const all = await Promise.all(Array.from({ length: 20 }, () => take(100)));
  expect(all.filter((one) => one === 'taken')).toHaveLength(10);
  expect(given.measured).toBe(1);
  const free = stand(undefined);
  expect([await free.take(1e15), free.given.measured]).toEqual(['taken', 0]);
});
