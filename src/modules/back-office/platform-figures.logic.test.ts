import { expect, test } from 'bun:test';
import { type KnownCompany, sumUpCompanies, troublesOf } from './platform-figures.logic.ts';

const company = (values: Partial<KnownCompany> = {}): KnownCompany => ({
  id: 1,
  name: 'Aurora',
  isEnabled: true,
  planValue: 99.9,
  isBilled: true,
  isOnTrial: false,
  daysLeft: 12,
  isStopped: false,
  linesDown: 0,
  overdueDays: 0,
  quietDays: 0,
  tight: null,
  ...values,
});
const full = { name: 'storage', used: 95, limit: 100 } as const;

test('revenue counts enabled companies that pay for a plan', () => {
  const known = [
    company(),
    company({ planValue: 50 }),
    company({ isOnTrial: true }),
    company({ isEnabled: false }),
    company({ isBilled: false }),
    company({ planValue: 0 }),
  ];
  expect(sumUpCompanies(known).monthly).toEqual({ cents: 14_990, companies: 2 });
});

test('each company is counted once', () => {
  const known = [
    company(),
    company({ daysLeft: null }),
    company({ daysLeft: 0 }),
    company({ daysLeft: -1 }),
    company({ isOnTrial: true }),
    company({ isEnabled: false, daysLeft: -9, isOnTrial: true }),
  ];
  expect(sumUpCompanies(known).companies).toEqual({ active: 3, trial: 1, expired: 1, blocked: 1 });
});

test('troubles come by urgency; a blocked company only has that of its database', () => {
  const troubled = company({
    ...{ isStopped: true, linesDown: 2, overdueDays: 3, quietDays: 7, isBilled: false },
    tight: full,
  });
  expect(troublesOf(troubled)).toEqual([
    { kind: 'stopped' },
    { kind: 'line', count: 2 },
    { kind: 'overdue', count: 3 },
    { kind: 'quota', use: full },
    { kind: 'unbilled' },
    { kind: 'quiet', count: 7 },
  ]);
  expect(troublesOf({ ...troubled, isEnabled: false })).toEqual([{ kind: 'stopped' }]);
  expect(troublesOf(company({ quietDays: 6 }))).toEqual([]);
});

test('the most urgent 25 are listed, by name within a trouble', () => {
  const quiet = Array.from({ length: 26 }, (_, n) =>
    company({ id: n, name: `Quieta ${String.fromCharCode(90 - n)}`, quietDays: 9 }),
  );
  const { attention, unlisted } = sumUpCompanies([
    ...quiet,
    company({ name: 'Zeta', linesDown: 1 }),
    company(),
  ]);
  expect(attention.slice(0, 2).map(({ name }) => name)).toEqual(['Zeta', 'Quieta A']);
  expect([attention.length, unlisted]).toEqual([25, 2]);
});
