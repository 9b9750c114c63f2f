import { expect, test } from 'bun:test';
import { createFrameGates } from './frame-limits.ts';

function gates() {
  let now = 0;
  const gateOf = createFrameGates(() => now);
  return { gateOf, wait: (seconds: number) => (now += seconds * 1_000) };
}
const bia = { companyId: 1, id: 7 };

test('passes frames up to a rate, then drops them and finally closes', () => {
  const { gateOf, wait } = gates();
  const gate = gateOf(bia);
  const verdicts = Array.from({ length: 400 }, () => gate.admit());
  expect(verdicts.slice(0, 60)).toEqual(Array(60).fill('pass'));
  expect(new Set(verdicts.slice(60, 360))).toEqual(new Set(['drop']));
  expect(verdicts[360]).toBe('close');
  expect(verdicts[361]).toBe('drop');
  wait(3_600);
  expect(gate.admit()).toBe('drop');
});

test('the sockets of one user have a common limit, other users their own', () => {
  const { gateOf } = gates();
  const passed = Array.from({ length: 5 }, () => gateOf(bia)).flatMap((gate) =>
    Array.from({ length: 50 }, () => gate.admit()).filter((verdict) => verdict === 'pass'),
  );
  expect(passed).toHaveLength(150);
  expect(gateOf({ companyId: 2, id: 7 }).admit()).toBe('pass');
});

test('passes frames again after a pause', () => {
  const { gateOf, wait } = gates();
  const gate = gateOf(bia);
  for (let n = 0; n < 70; n += 1) gate.admit();
  expect(gate.admit()).toBe('drop');
  wait(10);
  expect(gate.admit()).toBe('pass');
});
