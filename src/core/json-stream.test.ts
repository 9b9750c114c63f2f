import { describe, expect, test } from 'bun:test';
import { jsonArray } from './json-stream.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const row = (id: number) => ({ id, name: `Ana ${id}` });

describe('jsonArray', () => {
  test.each([0, 1, 49, 50, 51, 1_000])('streams %d rows as one JSON array in order', async (count) => {
    const stream = jsonArray(numbers(count), async (ids) => ids.map(row));
    expect(await new Response(stream).json()).toEqual(numbers(count).map(row));
  });

  test('omits rows deleted meanwhile', async () => {
    const stream = jsonArray(numbers(450), async (ids) =>
      ids.filter((id) => id >= 200 && id !== 449).map(row),
    );
    expect(await new Response(stream).json()).toEqual(numbers(449).slice(200).map(row));
  });

  test('loads at most fifty rows per read', async () => {
    let loaded = 0;
    const stream = jsonArray(numbers(100_000), async (ids) => {
      loaded += ids.length;
      expect(ids.length).toBeLessThanOrEqual(50);
      return ids.map(row);
    });
    const reader = stream.getReader();
    for (let part = 1; part <= 5; part += 1) {
      await reader.read();
      expect(loaded).toBeLessThanOrEqual((part + 1) * 50);
    }
    await reader.cancel();
    expect(loaded).toBeLessThan(1_000);
  });
});
