import { describe, expect, test } from 'bun:test';
import { fromCalendar, momentOfClick, movedByKey, rangeAround, wallTime } from './wall-time.ts';

const NOW = '2026-03-10T12:00';

describe('schedule calendar times', () => {
  test('use the company’s time zone whatever the browser’s', () => {
    expect(wallTime('2026-03-11T02:30:00.000Z', { timeZone: 'America/Sao_Paulo' })).toBe('2026-03-10T23:30');
    expect(wallTime('2026-03-11T02:30:00.000Z', { timeZone: 'Pacific/Kiritimati' })).toBe('2026-03-11T16:30');
    expect(fromCalendar(new Date('2026-03-10T23:30:00Z'))).toBe('2026-03-10T23:30');
  });

  test('request a range that covers every time zone', () => {
    expect(rangeAround(new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z'))).toEqual({
      from: '2026-02-28T10:00:00.000Z',
      to: '2026-04-01T14:00:00.000Z',
    });
  });
});

test('a click on a past time returns no moment', () => {
  expect(momentOfClick(new Date('2026-03-11T00:00:00Z'), true, NOW)).toBe('2026-03-11T09:00');
  expect(momentOfClick(new Date('2026-03-10T00:00:00Z'), true, NOW)).toBeUndefined();
  expect(momentOfClick(new Date('2026-03-10T12:30:00Z'), false, NOW)).toBe('2026-03-10T12:30');
  expect(momentOfClick(new Date('2026-03-10T11:30:00Z'), false, NOW)).toBeUndefined();
});

test('arrow keys move by 15 minutes or a day', () => {
  const moved = (key: string) => movedByKey('2026-03-31T23:50', key);
  expect(['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Enter'].map(moved)).toEqual([
    '2026-04-01T00:05',
    '2026-03-31T23:35',
    '2026-04-01T23:50',
    '2026-03-30T23:50',
    undefined,
  ]);
});
