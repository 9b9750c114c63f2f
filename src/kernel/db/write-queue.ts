import pLimit from 'p-limit';

export type WriteQueue = {
  /** Starts when all earlier work has ended; its failure is the caller's alone. */
  run<T>(work: () => Promise<T>): Promise<T>;
  idle(): Promise<void>;
  readonly pending: number;
};

/** One writer at a time: SQLite has one write lock, and waiting here is cheaper than failing there. */
export function createWriteQueue(): WriteQueue {
  const inTurn = pLimit(1);
  return {
    run: inTurn,
    idle: () => inTurn(() => undefined),
    get pending() {
      return inTurn.activeCount + inTurn.pendingCount;
    },
  };
}
