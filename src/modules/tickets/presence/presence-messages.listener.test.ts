import { expect, test } from 'bun:test';
import type { LiveSocket } from '@/core/realtime/hub.ts';
import { createFrameHandler } from '@/core/realtime/page-frames.ts';
import { type PresenceFrame, presenceMessages } from './presence-messages.listener.ts';

const received: PresenceFrame[] = [];
const handleFrame = createFrameHandler(presenceMessages((_socket, frame) => received.push(frame)));
const onEvent = (text: string) => {
  received.length = 0;
  handleFrame({ actor: {} } as LiveSocket, text);
  return received;
};

test.each<PresenceFrame>([
  { channel: 'viewing', data: { ticketId: 3 } },
  { channel: 'viewing', data: { ticketId: null } },
  { channel: 'typing', data: { ticketId: 3, state: 'recording' } },
])('%j is accepted', (frame) => {
  expect(onEvent(JSON.stringify(frame))).toEqual([frame]);
});

test.each([
  '{"channel":"viewing","data":null}',
  '{"channel":"viewing","data":{"ticketId":"all"}}',
  '{"channel":"viewing","data":{"ticketId":-1}}',
  '{"channel":"viewing","data":{"ticketId":1e308}}',
  '{"channel":"viewing","data":{"ticketId":{"valueOf":"x"}}}',
  '{"channel":"typing","data":{"ticketId":1,"state":"sleeping"}}',
])('ignores %p', (text) => {
  expect(onEvent(text)).toEqual([]);
});
