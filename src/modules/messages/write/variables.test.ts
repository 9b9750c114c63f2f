import { expect, test } from 'bun:test';
import { unknownVariables } from './variable-names.schema.ts';
import { fillIn, unfilledVariables, VARIABLES, variablesIn, withoutVariables } from './variables.schema.ts';

const ticket = (name: string, protocol = '20260310-1') => ({ contact: { name }, protocol });

test('lists each unfilled variable once, with any braces', () => {
  const text =
    'Olá {{firstName}}, {{{ pedido }}} de {{pedido}} e {{ nome do cliente }} {{endereço}}; {{x {{ }}';
  expect(unfilledVariables(text, ticket('Maria'))).toEqual(['pedido', 'nome do cliente', 'endereço']);
  expect(unfilledVariables('{{ms}}, {{name}}! {{protocol}}', ticket('Maria'))).toEqual([]);
  expect(variablesIn('sem nada')).toEqual([]);
});

test('lists known variables without a value, and numbers as missing names', () => {
  const text = '{{ms}} {{firstName}} {{ name }} {{protocol}}';
  for (const name of ['', ' ', '5511999990000', '+55 (11) 99999-0000'])
    expect(unfilledVariables(text, ticket(name))).toEqual(['firstName', 'name']);
  expect(unfilledVariables(text, ticket('Loja 24', ''))).toEqual(['protocol']);
});

test('lists unknown variables on save, with single or double braces', () => {
  const text = 'Oi {nome}, {{Primeiro Nome}}: {{cupon}} {cupom} {"a": 1} {{{e}}} {x y} {{saudação}}';
  expect(unknownVariables(text, ['Cupom'])).toEqual(['cupon', 'e', 'x y']);
  expect(unknownVariables('{{name}} {numero} {E-mail} {data}')).toEqual([]);
});

test('does not list unknown names in single braces as unfilled', () => {
  expect(unfilledVariables('{x} {nome} {{data}}', ticket('Maria'))).toEqual([]);
  expect(unfilledVariables('{x} {nome}', ticket(''))).toEqual(['nome']);
  expect(withoutVariables('{x} {nome}')).toBe('{x} …');
});

test('replaces variables by an ellipsis in previews', () => {
  expect(withoutVariables('Pedido {{pedido}}, {{{ nome do cliente }}}: {{x')).toBe('Pedido …, …: {{x');
});

test('fills in every known variable', () => {
  const text = VARIABLES.map((name, at) => (at % 2 ? `{{ ${name} }}` : `{{{${name}}}}`)).join(' ');
  const values = Object.fromEntries(VARIABLES.map((name) => [name, '-']));
  expect(variablesIn(text)).toEqual([...VARIABLES]);
  expect(fillIn(text, values)).toBe(VARIABLES.map(() => '-').join(' '));
});
