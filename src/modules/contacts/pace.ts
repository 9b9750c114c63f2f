/** Runs work of one key one after the other, with a pause between two. */
export type Pace = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** The first of a key runs at once; WhatsApp takes a machine-gun of questions for abuse. */
export function createPace(pauseMs: number): Pace {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const run = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = run
      .catch(() => undefined)
      .then(() => pause(pauseMs))
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return run;
  };
}

function pause(ms: number): Promise<void> | undefined {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined;
}
