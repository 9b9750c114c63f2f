import { expect, test } from 'bun:test';
import { isCommonPassword } from './passwords.state.ts';

test.each([
  ['password123', true],
  ['PASSWORD123', true],
  ['iloveyou1', true],
  ['contraseña', true],
  ['Balcão-2026!', true],
  ['whatsapp123', true],
  ['1234suporte', true],
  ['suporte da padaria azul', false],
  ['uma senha bem comprida', false],
  ['pé de moleque 77', false],
])('isCommonPassword(%p) is %p', (password, expected) => {
  expect(isCommonPassword(password)).toBe(expected);
});
