export class Timers {
  private readonly pending = new Set<ReturnType<typeof setTimeout>>();

  after(ms: number, task: () => void): () => void {
    const timer = setTimeout(() => {
      this.pending.delete(timer);
      task();
    }, ms);
    this.pending.add(timer);
    return () => {
      clearTimeout(timer);
      this.pending.delete(timer);
    };
  }

  clear(): void {
    for (const timer of this.pending) clearTimeout(timer);
    this.pending.clear();
  }
}

type Watcher = { probe: () => boolean; settle: () => void };

export class Watchers {
  private readonly watchers = new Set<Watcher>();

  constructor(private readonly timers: Timers) {}

  changed(): void {
    for (const watcher of this.watchers) if (watcher.probe()) watcher.settle();
  }

  until<T>(probe: () => T | undefined | null | false, timeoutMs: number, what: string): Promise<T> {
    const now = probe();
    if (now) return Promise.resolve(now);
    return new Promise((resolve, reject) => {
      let found: T | undefined;
      const watcher: Watcher = {
        probe: () => {
          const value = probe();
          if (!value) return false;
          found = value;
          return true;
        },
        settle: () => {
          cancel();
          this.watchers.delete(watcher);
          resolve(found as T);
        },
      };
      const cancel = this.timers.after(timeoutMs, () => {
        this.watchers.delete(watcher);
        reject(new Error(`${what}: not within ${timeoutMs} ms`));
      });
      this.watchers.add(watcher);
    });
  }
}
