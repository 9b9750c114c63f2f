import { expect, test } from 'bun:test';
import { fillIn } from '@/modules/messages/write/variables.schema.ts';
import { fillExample } from './example-text.ts';

const VALUES = { firstName: 'Maria', hora: '15:00' };

test.each([
  '',
  'sem nada',
  'Olá, {{firstName}}!',
  '{{ firstName }} às {{hora}}',
  '{{{firstName}}}, {{firstName}}',
  'Rua {{endereço}} {{firstName}}',
  '{primeiro nome} às {Hora}, {endereço}',
  'aberto {{firstName',
  'fechado }} {{}} {{firstName}}',
])('a preview matches the sent text: %p', (text) => {
  expect(fillExample(text, VALUES).text).toBe(fillIn(text, VALUES));
});

test('reports variables without an example value', () => {
  expect(fillExample('{{endereço}} {{firstName}} {{x}}', VALUES).unknown).toEqual(['endereço', 'x']);
});
