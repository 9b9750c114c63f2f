import type { z } from 'zod';
import type { LiveSocket } from './hub.ts';

/** One thing that may be said on a live line, and who hears it; what does not parse is passed over. */
export type Word<S extends LiveSocket = LiveSocket> = {
  name: string;
  schema: z.ZodType;
  hear: (socket: S, said: unknown) => unknown;
};

export function word<I extends z.ZodType, S extends LiveSocket = LiveSocket>(
  name: string,
  schema: I,
  hear: (socket: S, said: z.output<I>) => unknown,
): Word<S> {
  return { name, schema, hear: hear as Word<S>['hear'] };
}
