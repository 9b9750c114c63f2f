import { expect, test } from 'bun:test';
import { canonicalEmail, emailAddress } from './email.schema.ts';

test.each([
  ['ana@padaria.test', 'ana@padaria.test'],
  ['joão@padaria.test', 'joão@padaria.test'],
  ['joa\u0303o@padaria.test', 'joão@padaria.test'],
  ['oi@padaria-são.com.br', 'oi@xn--padaria-so-n5a.com.br'],
  ['oi@xn--padaria-so-n5a.com.br', 'oi@xn--padaria-so-n5a.com.br'],
])('accepts %s as %s', (typed, stored) => expect(emailAddress().parse(typed)).toBe(stored));

test.each([
  ...['ana', 'ana@', '@são.com', 'ana@são', 'ana maria@são.com', 'ana@são.com/x', 'ana@são..com'],
  ...['ana@b@são.com', '<ana@são.com>', 'ana@são.com\u0000', 'joão..silva@são.com'],
])('refuses %p', (typed) => expect(emailAddress().safeParse(typed).success).toBe(false));

test('keeps what is no address', () => {
  expect(['', 'ana', 'a@são.com/x'].map(canonicalEmail)).toEqual(['', 'ana', 'a@são.com/x']);
});
