import { expect, test } from 'bun:test';
import { unknownVariables } from './variable-names.schema.ts';
import { fillIn, unfilledVariables, VARIABLES, variablesIn, withoutVariables } from './variables.schema.ts';

const ticket = (name: string, protocol = '20260310-1') => ({ contact: { name }, protocol });

test('what nobody fills in is named once, whatever its braces', () => {
  const text =
    'Olá {{firstName}}, {{{ pedido }}} de {{pedido}} e {{ nome do cliente }} {{endereço}}; {{x {{ }}';
  expect(unfilledVariables(text, ticket('Maria'))).toEqual(['pedido', 'nome do cliente', 'endereço']);
  expect(unfilledVariables('{{ms}}, {{name}}! {{protocol}}', ticket('Maria'))).toEqual([]);
  expect(variablesIn('sem nada')).toEqual([]);
});

test('a known name without a value counts too; a number is no name', () => {
  const text = '{{ms}} {{firstName}} {{ name }} {{protocol}}';
  for (const name of ['', ' ', '5511999990000', '+55 (11) 99999-0000'])
    expect(unfilledVariables(text, ticket(name))).toEqual(['firstName', 'name']);
  expect(unfilledVariables(text, ticket('Loja 24', ''))).toEqual(['protocol']);
});

test('who saves a text is told of what nobody knows, with either pair of braces', () => {
  const text = 'Oi {nome}, {{Primeiro Nome}}: {{cupon}} {cupom} {"a": 1} {{{e}}} {x y} {{saudação}}';
  expect(unknownVariables(text, ['Cupom'])).toEqual(['cupon', 'e', 'x y']);
  expect(unknownVariables('{{name}} {numero} {E-mail} {data}')).toEqual([]);
});

test('one pair of braces around anything is no missing variable while one writes', () => {
  expect(unfilledVariables('{x} {nome} {{data}}', ticket('Maria'))).toEqual([]);
  expect(unfilledVariables('{x} {nome}', ticket(''))).toEqual(['nome']);
  expect(withoutVariables('{x} {nome}')).toBe('{x} …');
});

test('a text to glance at has no braces', () => {
  expect(withoutVariables('Pedido {{pedido}}, {{{ nome do cliente }}}: {{x')).toBe('Pedido …, …: {{x');
});

test('every name that is read here is one that is filled in', () => {
  const text = VARIABLES.map((name, at) => (at % 2 ? `{{ ${name} }}` : `{{{${name}}}}`)).join(' ');
  const values = Object.fromEntries(VARIABLES.map((name) => [name, '-']));
  expect(variablesIn(text)).toEqual([...VARIABLES]);
  expect(fillIn(text, values)).toBe(VARIABLES.map(() => '-').join(' '));
});
