export type Lanes = {
  /** Runs `work` after all earlier work of the same key; different keys run side by side. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  isBusy(key: string): boolean;
  readonly busy: number;
  idle(): Promise<void>;
};

/** Keeps order within a key and a bound on how many keys work at once. */
export function createLanes(atOnce: number): Lanes {
  const tails = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function slot(): Promise<void> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
  }

  function release(): void {
    running -= 1;
    waiting.shift()?.();
  }

  return {
    run(key, work) {
      const before = tails.get(key) ?? Promise.resolve();
      const result = before.then(async () => {
        await slot();
        try {
          return await work();
        } finally {
          release();
        }
      });
      const tail = result
        .catch(() => undefined)
        .finally(() => {
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return result;
    },
    isBusy: (key) => tails.has(key),
    get busy() {
      return tails.size;
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}
