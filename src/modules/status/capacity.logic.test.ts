import { expect, test } from 'bun:test';
import { capacityOf } from './capacity.logic.ts';

const GB = 1_000_000_000;
const known = { companies: { used: 10, most: 100 }, memoryBytes: 0.2 * GB, memoryLimit: GB };
const sample = (minute: number, processor: number | null = 0.1, memoryBytes = 0.2 * GB) => ({
  at: new Date(minute * 60_000),
  processor,
  memoryBytes,
});
const day = (of: (minute: number) => number | null) =>
  Array.from({ length: 288 }, (_, index) => sample(index * 5, of(index * 5)));

test('a server without samples has room', () => {
  expect(capacityOf(known, [])).toEqual({
    level: 'enough',
    companies: known.companies,
    memory: { used: 0.2 * GB, most: GB },
    processor: 0,
  });
});

test.each([
  [74, 'enough'],
  [75, 'soon'],
  [89, 'soon'],
  [90, 'full'],
  [140, 'full'],
] as const)('%i of 100 companies are %s', (used, level) => {
  expect(capacityOf({ ...known, companies: { used, most: 100 } }, []).level).toBe(level);
});

test('memory counts by its peak of the day', () => {
  const samples = [sample(0), sample(5, 0.1, 0.8 * GB), sample(10)];
  expect(capacityOf(known, samples)).toMatchObject({ level: 'soon', memory: { used: 0.8 * GB } });
  expect(capacityOf({ ...known, memoryBytes: 0.95 * GB }, samples).level).toBe('full');
});

test('the processor counts by its busiest hour, not by a backup of a few minutes', () => {
  const isBackup = (minute: number) => minute >= 180 && minute < 190;
  const isBusyHour = (minute: number) => minute >= 600 && minute < 660;
  expect(
    capacityOf(
      known,
      day((minute) => (isBackup(minute) ? 1 : 0.1)),
    ).level,
  ).toBe('enough');
  const busy = capacityOf(
    known,
    day((minute) => (isBusyHour(minute) ? 0.8 : 0.1)),
  );
  expect(busy.level).toBe('soon');
  expect(busy.processor).toBeCloseTo(0.8, 1);
});

test('a process that has just started has no busy hour yet', () => {
  expect(capacityOf(known, [sample(0, null), sample(5, 1)]).processor).toBeLessThan(0.1);
});
