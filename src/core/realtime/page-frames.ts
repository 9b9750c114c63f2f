import { z } from 'zod';
import { MAX_FRAME_BYTES } from './frame-limits.ts';
import type { LiveSocket } from './hub.ts';
import { mayReceive, type SocketMessage } from './socket-messages.ts';

const Frame = z.object({ channel: z.string(), data: z.unknown() });

export function createFrameHandler(
  messages: SocketMessage[],
): (socket: LiveSocket, text: string | Buffer) => unknown {
  const known = new Map(messages.map((message) => [message.name, message]));
  return (socket, text) => {
    const frame = parseFrame(text);
    const message = known.get(frame?.channel ?? '');
    if (!message || !mayReceive(socket, message)) return undefined;
    const input = message.schema.safeParse(frame?.data);
    return input.success ? message.handle(socket, input.data) : undefined;
  };
}

function parseFrame(text: string | Buffer): z.infer<typeof Frame> | undefined {
  if (typeof text !== 'string' || text.length > MAX_FRAME_BYTES) return undefined;
  try {
    return Frame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
