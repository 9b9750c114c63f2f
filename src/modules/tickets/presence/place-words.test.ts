import { expect, test } from 'bun:test';
import type { LiveSocket } from '@/kernel/live/hub.ts';
import { createPageEar } from '@/kernel/live/page-frames.ts';
import { type PlaceFrame, placeWords } from './place-words.ts';

const heard: PlaceFrame[] = [];
const ear = createPageEar(placeWords((_socket, frame) => heard.push(frame)));
const hear = (text: string) => {
  heard.length = 0;
  ear({ actor: {} } as LiveSocket, text);
  return heard;
};

test.each<PlaceFrame>([
  { channel: 'viewing', data: { ticketId: 3 } },
  { channel: 'viewing', data: { ticketId: null } },
  { channel: 'typing', data: { ticketId: 3, state: 'recording' } },
])('%j is heard', (frame) => {
  expect(hear(JSON.stringify(frame))).toEqual([frame]);
});

test.each([
  '{"channel":"viewing","data":null}',
  '{"channel":"viewing","data":{"ticketId":"all"}}',
  '{"channel":"viewing","data":{"ticketId":-1}}',
  '{"channel":"viewing","data":{"ticketId":1e308}}',
  '{"channel":"viewing","data":{"ticketId":{"valueOf":"x"}}}',
  '{"channel":"typing","data":{"ticketId":1,"state":"sleeping"}}',
])('%p is passed over', (text) => {
  expect(hear(text)).toEqual([]);
});
