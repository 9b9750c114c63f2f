import { expect, test } from 'bun:test';
import { minutesToSend } from './sending-estimate.logic.ts';

const pace = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };
const sending = {
  people: 60,
  pace,
  quiet: { quietFrom: '', quietTo: '' },
  time: '10:00',
  capOn: () => 1_000,
};

test('minutesToSend includes both intervals', () => {
  expect(minutesToSend(sending)).toBe(0);
  const slow = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 60 };
  expect(minutesToSend({ ...sending, pace: slow })).toBe(22);
  expect(minutesToSend({ ...sending, pace: { ...slow, longerIntervalAfter: 20 } })).toBe(25);
});

test('minutesToSend continues on following days beyond the daily cap', () => {
  expect(minutesToSend({ ...sending, capOn: (day) => 20 * 2 ** day })).toBe(14 * 60);
  expect(minutesToSend({ ...sending, capOn: () => 20 })).toBe(14 * 60 + 24 * 60);
});

test('minutesToSend skips quiet hours, also over midnight', () => {
  const quiet = { quietFrom: '20:00', quietTo: '08:00' };
  expect(minutesToSend({ ...sending, quiet, time: '21:00' })).toBe(11 * 60);
});

test('minutesToSend is null when the sending never ends', () => {
  expect(minutesToSend({ ...sending, capOn: () => 0 })).toBeNull();
});
