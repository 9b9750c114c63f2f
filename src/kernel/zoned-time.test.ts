import { expect, test } from 'bun:test';
import { addDays, zonedParts, zonedTime } from './zoned-time.ts';

test('a day and a time in a zone are a moment, and back', () => {
  const at = zonedTime('2026-03-11', '09:00', 'America/Sao_Paulo');
  expect(at.toISOString()).toBe('2026-03-11T12:00:00.000Z');
  expect(zonedParts(at, 'America/Sao_Paulo')).toEqual({ day: '2026-03-11', time: '09:00' });
  expect(zonedParts(new Date('2026-03-11T02:30:00Z'), 'America/Sao_Paulo').day).toBe('2026-03-10');
  expect(zonedTime('2026-07-01', '00:00', 'Europe/Berlin').toISOString()).toBe('2026-06-30T22:00:00.000Z');
});

test('nonsense is no moment', () => {
  expect(zonedTime('2026-13-40', '99:99', 'UTC').getTime()).toBeNaN();
});

test('days go over the ends of months', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});
