import { createKeyedLimits } from '@/core/queue/keyed-limits.ts';

export type Pace = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** WhatsApp takes rapid requests for abuse. */
export function createPace(pauseMs: number): Pace {
  const limits = createKeyedLimits(Number.POSITIVE_INFINITY);
  return (key, work) =>
    new Promise((resolve, reject) => {
      void limits.run(key, async () => {
        await Promise.try(work).then(resolve, reject);
        await pause(pauseMs);
      });
    });
}

function pause(ms: number): Promise<void> | undefined {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined;
}
