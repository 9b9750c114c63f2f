import { describe, expect, test } from 'bun:test';
import { AppError } from '@/kernel/errors.ts';
import { createLoginThrottle } from './login-throttle.ts';

const MINUTE = 60_000;
const HERE = '203.0.113.7';
const AWAY = '198.51.100.9';

function door() {
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

describe('one stranger', () => {
  test('has ten tries at an account, and takes none from its owner elsewhere', () => {
    const { knock, knocks } = door();
    expect(knocks(20, 'bia', () => HERE)).toBe(10);
    expect(knock('bia', AWAY)).toBe(true);
  });

  test('has thirty at all accounts together, and some again after a while', () => {
    const { knocks, wait } = door();
    let through = 0;
    for (let n = 0; n < 50; n += 1) through += knocks(1, `person ${n}`, () => HERE);
    expect(through).toBe(30);
    wait(5 * MINUTE);
    expect(knocks(20, 'person 1', () => HERE)).toBe(10);
  });

  test('gains nothing from the many addresses of one IPv6 network, nor from two spellings of IPv4', () => {
    const { knocks } = door();
    expect(knocks(40, 'bia', (n) => `2001:db8:1:2::${n + 1}`)).toBe(10);
    expect(knocks(40, 'caio', (n) => (n % 2 ? HERE : `::ffff:${HERE}`))).toBe(10);
  });
});

describe('strangers of one network', () => {
  test.each([
    ['an IPv6 /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:2::1'],
    ['an IPv4 /24', (n: number) => `203.0.113.${n % 256}`, '198.51.100.1'],
  ])('have a hundred tries together: %s', (_name, address, elsewhere) => {
    const { throttle, knock } = door();
    const tries = Array.from({ length: 1_500 }, (_, n) => knock(`person ${n}`, address(n))).filter(Boolean);
    expect(tries).toHaveLength(100);
    expect(knock('bia', elsewhere)).toBe(true);
    expect(throttle.take('caio', { address: address(0), device: 7 })).toBe('known');
  });
});

describe('strangers of fifteen hundred networks', () => {
  const network = (n: number) => `2001:db8:${n.toString(16)}::1`;

  test('have three hundred tries a minute together, and take none from devices and addresses of before', () => {
    const { throttle, knock, wait } = door();
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

describe('many strangers', () => {
  const machine = (n: number) => `10.${n >> 8}.${n & 255}.1`;

  test('guess no faster than a hundred an hour together, and the owner still comes in where they did before', () => {
    const { throttle, knock, knocks, wait } = door();
    knock('bia', HERE);
    throttle.succeed('bia', { address: HERE });
    expect(knocks(2_000, 'bia', machine)).toBe(100);
    expect(knock('bia', HERE)).toBe(true);
    let through = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      wait(60 * MINUTE);
      through += knocks(2_000, 'bia', machine);
    }
    expect(through).toBeLessThanOrEqual(24 * 100);
    expect(knock('bia', HERE)).toBe(true);
  });

  test('do not stop an office where an account is at home by its address’s own bucket', () => {
    const { throttle, knock, knocks } = door();
    knock('bia', HERE);
    throttle.succeed('bia', { address: HERE });
    for (let n = 0; n < 50; n += 1) knocks(1, `person ${n}`, () => HERE);
    expect(knock('ana', HERE)).toBe(false);
    expect(knock('bia', HERE)).toBe(true);
  });
});

test('a whole office behind one address signs in at nine', () => {
  const { throttle, knock } = door();
  for (let n = 0; n < 200; n += 1) {
    expect(knock(`person ${n}`, HERE)).toBe(true);
    throttle.succeed(`person ${n}`, { address: HERE });
  }
});

test('whoever guesses right after some tries has them back', () => {
  const { throttle, knocks } = door();
  knocks(9, 'bia', () => HERE);
  throttle.succeed('bia', { address: HERE });
  expect(knocks(20, 'bia', () => HERE)).toBe(10);
});
