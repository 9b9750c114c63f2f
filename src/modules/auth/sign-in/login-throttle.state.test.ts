import { describe, expect, test } from 'bun:test';
import { AppError } from '@/core/errors.ts';
import { createLoginThrottle } from './login-throttle.state.ts';

const MINUTE = 60_000;
const HERE = '203.0.113.7';
const AWAY = '198.51.100.9';

function guard() {
  let now = 0;
  const throttle = createLoginThrottle(() => now);
  const knock = (email: string, address: string): boolean => {
    try {
      throttle.take(email, { address });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'ERR_RATE_LIMITED') return false;
      throw error;
    }
  };
  const knocks = (count: number, email: string, address: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => knock(email, address(n))).filter(Boolean).length;
  const wait = (ms: number): void => {
    now += ms;
  };
  return { throttle, knock, knocks, wait };
}

describe('a single client', () => {
  test('has ten tries per account without limiting the owner elsewhere', () => {
    const { knock, knocks } = guard();
    expect(knocks(20, 'bia', () => HERE)).toBe(10);
    expect(knock('bia', AWAY)).toBe(true);
  });

  test('has thirty tries across accounts and regains some after a while', () => {
    const { knocks, wait } = guard();
    let through = 0;
    for (let n = 0; n < 50; n += 1) through += knocks(1, `person ${n}`, () => HERE);
    expect(through).toBe(30);
    wait(5 * MINUTE);
    expect(knocks(20, 'person 1', () => HERE)).toBe(10);
  });

  test('gains no tries from one IPv6 network or two IPv4 notations', () => {
    const { knocks } = guard();
    expect(knocks(40, 'bia', (n) => `2001:db8:1:2::${n + 1}`)).toBe(10);
    expect(knocks(40, 'caio', (n) => (n % 2 ? HERE : `::ffff:${HERE}`))).toBe(10);
  });
});

describe('clients of one network', () => {
  test.each([
    ['an IPv6 /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:2::1'],
    ['an IPv4 /24', (n: number) => `203.0.113.${n % 256}`, '198.51.100.1'],
  ])('have a hundred tries together: %s', (_name, address, elsewhere) => {
    const { throttle, knock } = guard();
    const tries = Array.from({ length: 1_500 }, (_, n) => knock(`person ${n}`, address(n))).filter(Boolean);
    expect(tries).toHaveLength(100);
    expect(knock('bia', elsewhere)).toBe(true);
    expect(throttle.take('caio', { address: address(0), device: 7 })).toBe('known');
  });
});

describe('clients of fifteen hundred networks', () => {
  const network = (n: number) => `2001:db8:${n.toString(16)}::1`;

  test('have 300 tries a minute together without limiting known devices and addresses', () => {
    const { throttle, knock, wait } = guard();
    expect(throttle.take('bia', { address: HERE })).toBe('stranger');
    throttle.succeed('bia', { address: HERE });
    const tries = Array.from({ length: 1_500 }, (_, n) => knock(`person ${n}`, network(n))).filter(Boolean);
    expect(tries).toHaveLength(300);
    expect(throttle.take('bia', { address: HERE })).toBe('known');
    expect(throttle.take('caio', { address: AWAY, device: 7 })).toBe('known');
    wait(MINUTE);
    expect(knock('someone new', AWAY)).toBe(true);
  });
});

describe('distributed guessing', () => {
  const responder = (n: number) => `10.${n >> 8}.${n & 255}.1`;

  test('is limited to a hundred tries an hour, the owner still signs in', () => {
    const { throttle, knock, knocks, wait } = guard();
    knock('bia', HERE);
    throttle.succeed('bia', { address: HERE });
    expect(knocks(2_000, 'bia', responder)).toBe(100);
    expect(knock('bia', HERE)).toBe(true);
    let through = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      wait(60 * MINUTE);
      through += knocks(2_000, 'bia', responder);
    }
    expect(through).toBeLessThanOrEqual(24 * 100);
    expect(knock('bia', HERE)).toBe(true);
  });

  test('against other accounts does not block an account at its known address', () => {
    const { throttle, knock, knocks } = guard();
    knock('bia', HERE);
    throttle.succeed('bia', { address: HERE });
    for (let n = 0; n < 50; n += 1) knocks(1, `person ${n}`, () => HERE);
    expect(knock('ana', HERE)).toBe(false);
    expect(knock('bia', HERE)).toBe(true);
  });
});

test('two hundred users at one address can sign in', () => {
  const { throttle, knock } = guard();
  for (let n = 0; n < 200; n += 1) {
    expect(knock(`person ${n}`, HERE)).toBe(true);
    throttle.succeed(`person ${n}`, { address: HERE });
  }
});

test('a successful sign-in restores the tries', () => {
  const { throttle, knocks } = guard();
  knocks(9, 'bia', () => HERE);
  throttle.succeed('bia', { address: HERE });
  expect(knocks(20, 'bia', () => HERE)).toBe(10);
});
