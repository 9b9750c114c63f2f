import type { z } from 'zod';
import type { LiveSocket } from './hub.ts';

export type SocketMessage<S extends LiveSocket = LiveSocket> = {
  name: string;
  schema: z.ZodType;
  handle: (socket: S, input: unknown) => unknown;
  isQuiet?: true;
};

export const mayReceive = ({ actor }: LiveSocket, { isQuiet }: SocketMessage<never>): boolean =>
  isQuiet === true || actor.home === undefined;

export function socketMessage<I extends z.ZodType, S extends LiveSocket = LiveSocket>(
  name: string,
  schema: I,
  handle: (socket: S, input: z.output<I>) => unknown,
): SocketMessage<S> {
  return { name, schema, handle: handle as SocketMessage<S>['handle'] };
}
