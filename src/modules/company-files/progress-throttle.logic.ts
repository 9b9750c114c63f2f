import type { Kernel } from '@/core/scope.ts';

const EVERY_MS = 1_000;

/** Hundreds of steps come per second; publishes one per second. */
export function nowAndThen({ ticks }: Kernel, publish: () => void): () => void {
  let publishedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (ticks() - publishedAt < EVERY_MS) return;
    publishedAt = ticks();
    publish();
  };
}
