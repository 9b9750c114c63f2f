import type { PromiseKey } from './promises.schema.ts';

export type Evidence = { files: number; passed: number; skipped: number; at: string; commit: string | null };

export type TrustView = {
  /** Where the tests ran whose figures are shown: in this installation, or before the release. */
  testedAt: 'here' | 'release' | null;
  promises: { key: PromiseKey; tests: readonly string[]; proof: Evidence | null }[];
  /** Last backup rehearsal without differences; null without one in the last 26 hours. */
  restore: { at: string; messages: number; differences: number } | null;
};
