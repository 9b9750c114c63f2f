import { expect, test } from 'bun:test';
import { type PageFrame, parseFrame } from './page-frames.ts';

test.each<PageFrame>([
  { channel: 'visible', data: true },
  { channel: 'viewing', data: { ticketId: 3 } },
  { channel: 'viewing', data: { ticketId: null } },
  { channel: 'typing', data: { ticketId: 3, state: 'recording' } },
])('%j is heard', (frame) => {
  expect(parseFrame(JSON.stringify(frame))).toEqual(frame);
});

test('a heartbeat brings nothing along', () => {
  expect(parseFrame('{"channel":"userStatus","data":{"id":9}}')).toEqual({ channel: 'userStatus' });
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
  '{"channel":"visible","data":1}',
  '{"channel":"viewing","data":null}',
  '{"channel":"viewing","data":{"ticketId":"all"}}',
  '{"channel":"viewing","data":{"ticketId":-1}}',
  '{"channel":"viewing","data":{"ticketId":1e308}}',
  '{"channel":"viewing","data":{"ticketId":{"valueOf":"x"}}}',
  '{"channel":"typing","data":{"ticketId":1,"state":"sleeping"}}',
  `{"channel":"visible","data":true,"more":"${'x'.repeat(4096)}"}`,
])('%p is passed over', (text) => {
  expect(parseFrame(text)).toBeUndefined();
});

test('so is a binary one', () => {
  expect(parseFrame(Buffer.from('{"channel":"visible","data":true}'))).toBeUndefined();
});
