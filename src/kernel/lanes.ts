import pLimit, { type LimitFunction } from 'p-limit';

export type Lanes = {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  isBusy(key: string): boolean;
  readonly busy: number;
  idle(): Promise<void>;
};

export function createLanes(atOnce: number): Lanes {
  const bounded = pLimit(atOnce);
  const lanes = new Map<string, LimitFunction>();

  async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(key) ?? pLimit(1);
    lanes.set(key, lane);
    try {
      return await lane(() => bounded(work));
    } finally {
      const isDone = lane.activeCount + lane.pendingCount === 0;
      if (isDone && lanes.get(key) === lane) lanes.delete(key);
    }
  }

  return {
    run,
    isBusy: (key) => lanes.has(key),
    get busy() {
      return lanes.size;
    },
    async idle() {
      while (lanes.size > 0) await Promise.all([...lanes.keys()].map((key) => run(key, async () => {})));
    },
  };
}
