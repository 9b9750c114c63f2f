import pLimit, { type LimitFunction } from 'p-limit';

export type KeyedLimits = {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  isBusy(key: string): boolean;
  readonly busy: number;
  idle(): Promise<void>;
};

export function createKeyedLimits(atOnce: number): KeyedLimits {
  const bounded = pLimit(atOnce);
  const limits = new Map<string, LimitFunction>();

  async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const limit = limits.get(key) ?? pLimit(1);
    limits.set(key, limit);
    try {
      return await limit(() => bounded(work));
    } finally {
      const isDone = limit.activeCount + limit.pendingCount === 0;
      if (isDone && limits.get(key) === limit) limits.delete(key);
    }
  }

  return {
    run,
    isBusy: (key) => limits.has(key),
    get busy() {
      return limits.size;
    },
    async idle() {
      while (limits.size > 0) await Promise.all([...limits.keys()].map((key) => run(key, async () => {})));
    },
  };
}
