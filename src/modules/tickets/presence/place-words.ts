import { z } from 'zod';
import type { LiveSocket } from '@/kernel/live/hub.ts';
import { type Word, word } from '@/kernel/live/words.ts';

const ticketId = z.number().int().positive();
const Viewing = z.object({ ticketId: ticketId.nullable() });
const Typing = z.object({ ticketId, state: z.enum(['composing', 'recording', 'paused']) });

/** Where a person is, and what they do there. */
export type PlaceFrame =
  | { channel: 'viewing'; data: z.infer<typeof Viewing> }
  | { channel: 'typing'; data: z.infer<typeof Typing> };

/** What pages say of where their person is. */
export function placeWords(onFrame: (socket: LiveSocket, frame: PlaceFrame) => unknown): Word[] {
  return [
    word('viewing', Viewing, (socket, data) => onFrame(socket, { channel: 'viewing', data })),
    word('typing', Typing, (socket, data) => onFrame(socket, { channel: 'typing', data })),
  ];
}
