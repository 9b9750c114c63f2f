import type { Ticks } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { LeaseStore, NodeRow } from './lease-store.ts';

/** Longer than `VALID_MS`: a node whose beats did not rise for this long has stopped acting. */
const SILENCE_MS = 15_000;

type Watching = { id: string; store: LeaseStore; ticks: Ticks; log?: Logger | undefined };

/** The returned function expels the silent nodes, and takes them out of `nodes`. */
export function createSilenceWatch({ id, store, ticks, log }: Watching) {
  const heard = new Map<string, { beats: number; at: number }>();
  return async (nodes: Map<string, NodeRow>): Promise<void> => {
    for (const { id: other, beats } of [...nodes.values()]) {
      const last = heard.get(other);
      if (last?.beats !== beats) heard.set(other, { beats, at: ticks() });
      else if (other !== id && ticks() - last.at >= SILENCE_MS && (await store.expel(other, beats))) {
        log?.warn({ node: other }, 'a node is silent: its companies are taken over');
        nodes.delete(other);
      }
    }
    for (const other of heard.keys()) if (!nodes.has(other)) heard.delete(other);
  };
}
