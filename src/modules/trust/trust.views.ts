import type { PromiseKey } from './promises.schema.ts';

/** `skipped`: tests that did not run where the proof was made, e.g. without a browser. */
export type Proof = { files: number; passed: number; skipped: number; at: string; commit: string | null };

export type TrustView = {
  promises: { key: PromiseKey; tests: readonly string[]; proof: Proof | null }[];
  /** The last rehearsal of a backup that found no difference; null where there was none in the last 26 hours. */
  restore: { at: string; messages: number; differences: number } | null;
};
