import { expect, test } from 'bun:test';
import { estimateSending } from './sending-estimate.logic.ts';

const pace = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };
const limit = { connectionId: 1, dailyCap: 1_000, warmsUp: false, quietFrom: '', quietTo: '' };
const start = { time: '10:00', sent: 0, daysBefore: 0 };
const sending = { people: 60, pace, limit, start };

type Sending = Parameters<typeof estimateSending>[0];
const endOf = (more: Partial<Sending>) => {
  const found = estimateSending({ ...sending, ...more });
  return found && [found.lastDay, found.lastTime];
};

test('the estimate includes both intervals', () => {
  expect(endOf({})).toEqual([0, '10:00']);
  const slow = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 60 };
  expect(endOf({ pace: slow })).toEqual([0, '10:22']);
  expect(endOf({ pace: { ...slow, longerIntervalAfter: 20 } })).toEqual([0, '10:24']);
});

test('the estimate goes on the next days, and a new number doubles its limit on each day it sends', () => {
  expect(endOf({ limit: { ...limit, dailyCap: 20 } })).toEqual([2, '00:00']);
  const warm = { ...limit, warmsUp: true };
  expect(estimateSending({ ...sending, people: 190, limit: warm })).toEqual({
    ...{ lastDay: 2, lastTime: '00:00', perDay: [50, 100, 40], shared: [] },
  });
  expect(
    estimateSending({ ...sending, people: 190, limit: warm, start: { ...start, sent: 50, daysBefore: 0 } })
      ?.perDay,
  ).toEqual([0, 100, 90]);
});

test('a day on which nothing was sent does not double the limit', () => {
  const quiet = { ...limit, warmsUp: true, quietFrom: '20:00', quietTo: '08:00' };
  const late = { ...start, time: '21:00' };
  expect(estimateSending({ ...sending, people: 60, limit: quiet, start: late })?.perDay).toEqual([0, 50, 10]);
});

test('the estimate skips quiet hours, also over midnight', () => {
  const quiet = { ...limit, quietFrom: '20:00', quietTo: '08:00' };
  expect(endOf({ limit: quiet, start: { ...start, time: '21:00' } })).toEqual([1, '08:00']);
  const noon = { ...limit, quietFrom: '12:00', quietTo: '13:30' };
  const slow = { ...pace, messageInterval: 20 };
  expect(endOf({ people: 11, pace: slow, limit: noon, start: { ...start, time: '11:58' } })).toEqual([
    0,
    '13:31',
  ]);
});

test('the estimate is null when the sending never ends', () => {
  expect(endOf({ people: 366, limit: { ...limit, dailyCap: 1 } })).toBeNull();
});

test('campaigns through one number take turns: each keeps its gaps, and they share the limit', () => {
  const slow = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 60 };
  const other = { left: 60, due: 10 * 3_600, sentInARow: 0 };
  expect(endOf({ pace: slow })).toEqual(endOf({ pace: slow, others: [other] }));
  const scarce = { ...limit, dailyCap: 20 };
  const found = estimateSending({ ...sending, people: 30, limit: scarce, pace: slow, others: [other] });
  expect([found?.perDay, found?.shared]).toEqual([[10, 10, 10], [30]]);
  const later = { ...other, due: 2 * 86_400 };
  const before = estimateSending({ ...sending, people: 30, limit: scarce, others: [later] });
  expect([before?.perDay, before?.shared]).toEqual([[20, 10], [0]]);
});

test('a campaign that begins later leaves the days before to the others', () => {
  const other = { left: 30, due: 10 * 3_600, sentInARow: 0 };
  const scarce = { ...limit, dailyCap: 20 };
  const begins = 86_400 + 9 * 3_600;
  const found = estimateSending({ ...sending, people: 15, limit: scarce, begins, others: [other] });
  expect([found?.lastDay, found?.perDay, found?.shared]).toEqual([2, [0, 10, 5], [30]]);
});
