import { expect, test } from 'bun:test';

const DAY = new Date('2026-03-10T15:00:00Z');
const OTHER_DAY = new Date('2026-03-11T15:00:00Z');

test('toMatchObject compares dates, maps, sets and patterns', async () => {
  expect({ list: [{ at: DAY, id: 1 }] }).toMatchObject({ list: [{ at: new Date(DAY) }] });
  const rows = [
    [{ at: DAY }, { at: OTHER_DAY }],
    [{ at: null }, { at: DAY }],
    [{}, { at: DAY }],
    [[{ at: DAY, id: 1 }], [{ at: OTHER_DAY }]],
    [{ of: new Map([[1, 2]]) }, { of: new Map([[1, 3]]) }],
    [{ of: new Set([1]) }, { of: new Set([2]) }],
    [{ of: /a/ }, { of: /b/ }],
    [{ id: 1 }, { id: 2 }],
  ] as const;
  for (const [received, expected] of rows) {
    expect(() => expect(received).toMatchObject(expected)).toThrow();
    expect(received).not.toMatchObject(expected);
  }
  await expect(Promise.reject({ at: DAY })).rejects.toMatchObject({ at: DAY });
});
