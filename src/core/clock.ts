export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds from an unknown origin that never go back. Measure waits with these: the system clock can be set. */
export type Ticks = () => number;

export const systemTicks: Ticks = () => performance.now();

export type After = (ms: number, call: () => void) => () => void;

export const systemAfter: After = (ms, call) => {
  const handle = setTimeout(call, ms);
  return () => clearTimeout(handle);
};

export function yieldToLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
