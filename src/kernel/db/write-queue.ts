import pLimit from 'p-limit';

export type WriteQueue = {
  run<T>(work: () => Promise<T>): Promise<T>;
  idle(): Promise<void>;
  readonly pending: number;
};

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
