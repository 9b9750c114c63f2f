import type { Kernel } from '@/kernel/scope.ts';

const EVERY_MS = 1_000;

/** Steps come by the hundred a second; whoever watches is told of one in each. */
export function nowAndThen({ ticks }: Kernel, tell: () => void): () => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (ticks() - toldAt < EVERY_MS) return;
    toldAt = ticks();
    tell();
  };
}
