import { describe, expect, test } from 'bun:test';
import { changed, moved, rowsOf, sentRows, withRow } from './option-rows.ts';

const known = [
  { id: 7, name: 'um', path: 'a.txt' },
  { id: 8, name: 'dois', path: 'b.txt' },
];
const order = (rows: { id: number | null }[]) => rows.map(({ id }) => id);

describe('option rows', () => {
  test('preserve their contents when reordered', () => {
    const rows = changed(rowsOf(known), 1, { hasFile: true });
    expect(order(moved(rows, 1, null))).toEqual([8, 7]);
    expect(order(moved(rows, 2, 1))).toEqual([8, 7]);
    expect(order(moved(rows, 9, 1))).toEqual([7, 8]);
    expect(moved(rows, 1, null)[1]?.hasFile).toBe(true);
  });

  test('get keys that were never used before', () => {
    const three = withRow(rowsOf(known));
    expect(three.map(({ key }) => key)).toEqual([1, 2, 3]);
    expect(withRow(three.slice(1)).map(({ key }) => key)).toEqual([2, 3, 4]);
  });

  test('omit empty rows when sent', () => {
    const rows = changed(withRow(withRow(rowsOf(known))), 3, { name: 'três', hasFile: true });
    expect(JSON.parse(sentRows(rows))).toEqual([
      { id: 7, name: 'um', hasFile: false },
      { id: 8, name: 'dois', hasFile: false },
      { id: null, name: 'três', hasFile: true },
    ]);
  });
});
