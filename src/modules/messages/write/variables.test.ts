import { expect, test } from 'bun:test';
import { fillIn, unknownVariables, VARIABLES, variablesIn } from './variables.schema.ts';

test('what nobody fills in is named once, whatever its braces', () => {
  const text = 'Olá {{firstName}}, {{{ pedido }}} de {{pedido}} e {{ valor }}; {{x';
  expect(unknownVariables(text)).toEqual(['pedido', 'valor']);
  expect(unknownVariables('{{ms}}, {{name}}!')).toEqual([]);
  expect(variablesIn('sem nada')).toEqual([]);
});

test('every name that is read here is one that is filled in', () => {
  const text = VARIABLES.map((name, at) => (at % 2 ? `{{ ${name} }}` : `{{{${name}}}}`)).join(' ');
  const values = Object.fromEntries(VARIABLES.map((name) => [name, '-']));
  expect(variablesIn(text)).toEqual([...VARIABLES]);
  expect(fillIn(text, values)).toBe(VARIABLES.map(() => '-').join(' '));
});
