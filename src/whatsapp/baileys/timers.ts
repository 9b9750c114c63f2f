/** Time and chance, so that back-off and watchdog can be tested without waiting. */
export type Timers = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that no change of the clock moves. */
  ticks(): number;
  /** Calls back once after `ms`; what it returns cancels it. */
  after(ms: number, call: () => void): () => void;
  /** 0 ≤ x < 1. */
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

/** Lets sockets, timers and other requests have their turn. */
export const yieldToLoop = () => new Promise<void>((done) => setImmediate(done));
