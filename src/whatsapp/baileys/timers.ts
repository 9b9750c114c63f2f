export type Timers = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds, unaffected by changes of the clock. */
  ticks(): number;
  after(ms: number, call: () => void): () => void;
  random(): number;
};

export const systemTimers: Timers = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  after(ms, call) {
    const handle = setTimeout(call, ms);
    return () => clearTimeout(handle);
  },
  random: () => Math.random(),
};

export const pause = (timers: Timers, ms: number) => new Promise<void>((done) => timers.after(ms, done));

export const yieldToLoop = () => new Promise<void>((done) => setImmediate(done));
