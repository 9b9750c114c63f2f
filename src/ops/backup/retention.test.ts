import { expect, test } from 'bun:test';
import { nameOf } from './manifest.ts';
import { retainedRuns } from './retention.ts';

const DAY = 86_400_000;
const runs = (days: number, isProven = true) =>
  Array.from({ length: days }, (_, n) => ({
    name: nameOf(new Date(Date.UTC(2026, 0, 1, 3, 12) + n * DAY)),
    isProven,
  }));

test('retains the newest of 7 days, 4 weeks and 6 months', () => {
  const stored = [...retainedRuns(runs(365))].sort();
  expect(stored.map((name) => name.slice(0, 8))).toEqual([
    ...['20260731', '20260831', '20260930', '20261031', '20261130'],
    ...['20261213', '20261220'],
    ...['20261225', '20261226', '20261227', '20261228', '20261229', '20261230', '20261231'],
  ]);
});

test('retains the last verified backup whatever failed after it', () => {
  const all = runs(40).map((run, n) => ({ ...run, isProven: n === 3 }));
  expect([...retainedRuns(all)].sort()).toEqual([all[3]?.name ?? '', all[39]?.name ?? '']);
});

test.each([
  ['none', [], []],
  ['two of one day, both of the last 24 hours', ['0101T03', '0101T15'], ['0101T03', '0101T15']],
  ['of earlier days the newest', ['0101T03', '0101T15', '0103T03'], ['0101T15', '0103T03']],
  [
    'every hour of the last day',
    ['0101T01', '0101T23', '0102T00', '0102T01', '0102T23'],
    ['0101T23', '0102T00', '0102T01', '0102T23'],
  ],
  [
    'days with one count, not days that passed',
    ['0101T03', '0110T03', '0301T03'],
    ['0101T03', '0110T03', '0301T03'],
  ],
])('%s', (_, names, stored) => {
  const whole = (short: string) => `2026${short}1200Z`;
  const all = names.map((short) => ({ name: whole(short), isProven: true }));
  expect([...retainedRuns(all)].sort()).toEqual(stored.map(whole));
});
