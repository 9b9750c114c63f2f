/** The one source of the current moment, so that a test can hold it still. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds from an unknown beginning that never go back: what waits is measured by these, not by a clock that people set. */
export type Ticks = () => number;

export const systemTicks: Ticks = () => performance.now();

/** Calls back once after so many milliseconds; what it returns cancels it. */
export type After = (ms: number, call: () => void) => () => void;

export const systemAfter: After = (ms, call) => {
  const handle = setTimeout(call, ms);
  return () => clearTimeout(handle);
};

/** Lets requests and timers through between two stretches of work. */
export function yieldToLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
