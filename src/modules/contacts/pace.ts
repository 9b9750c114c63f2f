import { createLanes } from '@/kernel/lanes.ts';

/** Runs work of one key one after the other, with a pause between two. */
export type Pace = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** The first of a key runs at once; WhatsApp takes a machine-gun of questions for abuse. */
export function createPace(pauseMs: number): Pace {
  const lanes = createLanes(Number.POSITIVE_INFINITY);
  return (key, work) =>
    new Promise((resolve, reject) => {
      void lanes.run(key, async () => {
        await Promise.try(work).then(resolve, reject);
        await pause(pauseMs);
      });
    });
}

function pause(ms: number): Promise<void> | undefined {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined;
}
