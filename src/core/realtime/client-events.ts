import pLimit, { type LimitFunction } from 'p-limit';
import type { Socket } from 'socket.io';
import type { z } from 'zod';
import type { Logger } from '../log.ts';

const turns = new WeakMap<Socket, LimitFunction>();
const MAX_WAITING = 100;

/** Invalid messages are ignored, a socket's are handled in order; a handler's error disconnects it. */
export function on<S extends z.ZodType>(
  socket: Socket,
  event: string,
  schema: S,
  handle: (input: z.output<S>) => unknown,
): void {
  socket.on(event, (...args: unknown[]) => {
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as () => void) : undefined;
    const input = schema.safeParse(args[0]);
    if (!input.success) return acknowledge?.();
    inTurn(socket, async () => {
      await handle(input.data);
      acknowledge?.();
    });
  });
}

export function onGone(socket: Socket, handle: () => void): void {
  socket.on('disconnect', handle);
}

function inTurn(socket: Socket, work: () => Promise<void>): void {
  const turn = turns.get(socket) ?? pLimit(1);
  turns.set(socket, turn);
  if (turn.activeCount + turn.pendingCount >= MAX_WAITING) return;
  turn(work).catch((error) => {
    (socket.data.log as Logger | undefined)?.error({ err: error }, 'a client message could not be handled');
    socket.disconnect(true);
  });
}
