import type { Ticks } from '../clock.ts';
import type { NodeLoad } from './lease-store.ts';

/** Each call measures the time since the one before it. */
export function createNodeLoad(ticks: Ticks, loopDelay: () => number): () => NodeLoad {
  let [before, at] = [process.cpuUsage(), ticks()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    const elapsedMs = Math.max(1, ticks() - at);
    [before, at] = [process.cpuUsage(), ticks()];
    return {
      processor: (user + system) / 1_000 / elapsedMs,
      memoryBytes: process.memoryUsage().rss,
      loopDelayMs: loopDelay(),
    };
  };
}
