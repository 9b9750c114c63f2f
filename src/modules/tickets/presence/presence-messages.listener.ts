import { z } from 'zod';
import type { LiveSocket } from '@/core/realtime/hub.ts';
import { type SocketMessage, socketMessage } from '@/core/realtime/socket-messages.ts';

const ticketId = z.number().int().positive();
const Viewing = z.object({ ticketId: ticketId.nullable() });
const Typing = z.object({ ticketId, state: z.enum(['composing', 'recording', 'paused']) });

export type PresenceFrame =
  | { channel: 'viewing'; data: z.infer<typeof Viewing> }
  | { channel: 'typing'; data: z.infer<typeof Typing> };

export function presenceMessages(
  onFrame: (socket: LiveSocket, frame: PresenceFrame) => unknown,
): SocketMessage[] {
  return [
    socketMessage('viewing', Viewing, (socket, data) => onFrame(socket, { channel: 'viewing', data })),
    socketMessage('typing', Typing, (socket, data) => onFrame(socket, { channel: 'typing', data })),
  ];
}
