import type { z } from 'zod';
import type { LiveSocket } from './hub.ts';

/** A message that clients may send over their socket, and its handler. One that does not parse is ignored. */
export type Word<S extends LiveSocket = LiveSocket> = {
  name: string;
  schema: z.ZodType;
  hear: (socket: S, said: unknown) => unknown;
  /** Visitors may say it: it changes nothing for others. */
  isQuiet?: true;
};

export const mayHear = ({ actor }: LiveSocket, { isQuiet }: Word<never>): boolean =>
  isQuiet === true || actor.visitor === undefined;

export function word<I extends z.ZodType, S extends LiveSocket = LiveSocket>(
  name: string,
  schema: I,
  hear: (socket: S, said: z.output<I>) => unknown,
): Word<S> {
  return { name, schema, hear: hear as Word<S>['hear'] };
}
