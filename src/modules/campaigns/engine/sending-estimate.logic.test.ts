import { expect, test } from 'bun:test';
import { estimateSending } from './sending-estimate.logic.ts';

const pace = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };
const limit = { connectionId: 1, dailyCap: 1_000, warmsUp: false, quietFrom: '', quietTo: '' };
const start = { time: '10:00', sent: 0, daysBefore: 0 };
const sending = { people: 60, pace, limit, start };

const endOf = (more: Partial<typeof sending>) => {
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
    ...{ lastDay: 2, lastTime: '00:00', perDay: [50, 100, 40] },
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
