import { expect, test } from 'bun:test';
import { z } from 'zod';
import type { LiveSocket } from './hub.ts';
import { createFrameHandler } from './page-frames.ts';
import { socketMessage } from './socket-messages.ts';

const socket = { actor: {} } as LiveSocket;
const received: unknown[] = [];
const handleFrame = createFrameHandler([
  socketMessage('place', z.object({ id: z.number() }), (_socket, { id }) => received.push(id)),
  socketMessage('visible', z.boolean(), (_socket, isVisible) => received.push(isVisible)),
]);
const onEvent = (text: string | Buffer) => {
  received.length = 0;
  handleFrame(socket, text);
  return received;
};

test('dispatches a message to the handler of its channel', () => {
  expect(onEvent('{"channel":"visible","data":true}')).toEqual([true]);
  expect(onEvent('{"channel":"place","data":{"id":3},"more":1}')).toEqual([3]);
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
])('ignores %p', (text) => {
  expect(onEvent(text)).toEqual([]);
});

test('ignores binary messages', () => {
  expect(onEvent(Buffer.from('{"channel":"visible","data":true}'))).toEqual([]);
});
