/** The one source of the current moment, so that a test can hold it still. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Lets requests and timers through between two stretches of work. */
export function yieldToLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
