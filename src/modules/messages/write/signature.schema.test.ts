import { expect, test } from 'bun:test';
import { splitSignature, withSignature } from './signature.schema.ts';

test.each([
  [withSignature('Ana Souza', 'Bom dia'), 'Ana Souza', 'Bom dia'],
  [withSignature('Ana', ''), 'Ana', ''],
  [withSignature('n'.repeat(256), 'Oi'), 'n'.repeat(256), 'Oi'],
  [withSignature('n'.repeat(257), 'Oi'), undefined, withSignature('n'.repeat(257), 'Oi')],
  ['*Ana:* Bom dia', undefined, '*Ana:* Bom dia'],
  ['*:*\nBom dia', undefined, '*:*\nBom dia'],
  ['*Ana*\n*Bia:*\nOi', undefined, '*Ana*\n*Bia:*\nOi'],
  ['Oi\n*Ana:*\n', undefined, 'Oi\n*Ana:*\n'],
])('%j', (body, name, text) => expect(splitSignature(body)).toEqual({ name, text }));
