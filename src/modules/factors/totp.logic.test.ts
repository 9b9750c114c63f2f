import { describe, expect, test } from 'bun:test';
import { addressOf, looksLikeTotp, makeSecret, stepOf } from './totp.logic.ts';

/** RFC 6238, appendix B, of SHA-1 (its codes of eight digits end in these six). */
const RFC = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const CASES: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [2000000000, '279037'],
];
const at = (seconds: number) => new Date(seconds * 1000);

describe('TOTP code', () => {
  test('matches RFC 6238', () => {
    for (const [seconds, code] of CASES)
      expect(stepOf(RFC, code, at(seconds), 0)).toBe(Math.floor(seconds / 30));
  });

  test('is accepted one step early or late, no more', () => {
    const found = [-60, -30, 0, 30, 60].map((off) => stepOf(RFC, '005924', at(1234567890 + off), 0));
    expect(found).toEqual([undefined, 41152263, 41152263, 41152263, undefined]);
  });

  test('is accepted once, and no earlier one after it', () => {
    expect(stepOf(RFC, '005924', at(1234567890), 41152262)).toBe(41152263);
    expect(stepOf(RFC, '005924', at(1234567890), 41152263)).toBeUndefined();
    expect(stepOf(RFC, '005924', at(1234567890), 41152264)).toBeUndefined();
  });

  test('must have exactly six digits', () => {
    for (const wrong of ['', '12345', '1234567', 'abcdef', '12345６', '-12345', '0x1234', ' 12345'])
      expect([wrong, looksLikeTotp(wrong), stepOf(RFC, wrong, at(59), 0)]).toEqual([wrong, false, undefined]);
  });
});

test('puts account and secret in the URI, with random 160-bit secrets', () => {
  const secret = makeSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeSecret()).not.toBe(secret);
  const url = new URL(addressOf(secret, 'Balcão', 'bia@aurora.test'));
  expect(decodeURIComponent(url.pathname)).toContain('Balcão:bia@aurora.test');
  expect(url.searchParams.get('secret')).toBe(secret);
});
