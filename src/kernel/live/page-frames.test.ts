import { expect, test } from 'bun:test';
import { z } from 'zod';
import type { LiveSocket } from './hub.ts';
import { createPageEar } from './page-frames.ts';
import { word } from './words.ts';

const socket = { actor: {} } as LiveSocket;
const heard: unknown[] = [];
const ear = createPageEar([
  word('place', z.object({ id: z.number() }), (_socket, { id }) => heard.push(id)),
  word('visible', z.boolean(), (_socket, isVisible) => heard.push(isVisible)),
]);
const hear = (text: string | Buffer) => {
  heard.length = 0;
  ear(socket, text);
  return heard;
};

test('what is said is heard by its own word', () => {
  expect(hear('{"channel":"visible","data":true}')).toEqual([true]);
  expect(hear('{"channel":"place","data":{"id":3},"more":1}')).toEqual([3]);
});

test.each([
  '',
  'null',
  '[]',
  '1',
  '{',
  '{"channel":{}}',
  '{"channel":{"toString":"x","valueOf":"x"}}',
  '{"channel":"__proto__","data":1}',
  '{"channel":"constructor","data":1}',
  '{"channel":"visible","data":1}',
  '{"channel":"visible"}',
  '{"channel":"place","data":null}',
  '{"channel":"place","data":{"id":{"valueOf":"x"}}}',
  `{"channel":"visible","data":true,"more":"${'x'.repeat(4096)}"}`,
])('%p is passed over', (text) => {
  expect(hear(text)).toEqual([]);
});

test('so is a binary one', () => {
  expect(hear(Buffer.from('{"channel":"visible","data":true}'))).toEqual([]);
});
