export type WriteQueue = {
  /** Starts when all earlier work has ended; its failure is the caller's alone. */
  run<T>(work: () => Promise<T>): Promise<T>;
  idle(): Promise<void>;
  readonly pending: number;
};

/** One writer at a time: SQLite has one write lock, and waiting here is cheaper than failing there. */
export function createWriteQueue(): WriteQueue {
  let tail: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return {
    run(work) {
      pending += 1;
      const result = tail.then(work).finally(() => {
        pending -= 1;
      });
      tail = result.catch(() => undefined);
      return result;
    },
    async idle() {
      await tail;
    },
    get pending() {
      return pending;
    },
  };
}
