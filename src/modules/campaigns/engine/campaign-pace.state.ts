import { createRecent } from '@/core/bounded-cache.ts';
import type { Ticks } from '@/core/clock.ts';
import type { Scope } from '@/core/scope.ts';
import type { CampaignRow } from '../campaigns.queries.ts';
import type { CampaignSettingsView } from '../settings/campaign-settings.views.ts';

declare module '@/core/scope.ts' {
  interface Services {
    campaignPace: CampaignPace;
  }
}

/** In ticks; the stored moment counts only after a restart, at most for the campaign's longest gap. */
export type CampaignPace = {
  /** Between 0 and 1. */
  chance: () => number;
  /** Milliseconds. */
  remainingMs(campaign: Pick<CampaignRow, 'id' | 'nextAt'>, scope: Scope, longest: number): number;
  pause(scope: Scope, campaignId: number, ms: number): void;
  bringForward(scope: Scope, campaignId: number, ms: number): void;
};

const MAX_CAMPAIGNS = 10_000;

export function createCampaignPace(ticks: Ticks): CampaignPace {
  const due = createRecent<number>(MAX_CAMPAIGNS);
  const keyOf = ({ companyId }: Scope, campaignId: number) => `${companyId}/${campaignId}`;
  return {
    chance: Math.random,
    remainingMs({ id, nextAt }, scope, longest) {
      const key = keyOf(scope, id);
      const stored = (nextAt?.getTime() ?? 0) - scope.now().getTime();
      const at = due.get(key) ?? ticks() + Math.min(Math.max(stored, 0), longest);
      due.set(key, at);
      return Math.max(at - ticks(), 0);
    },
    pause(scope, campaignId, ms) {
      due.set(keyOf(scope, campaignId), ticks() + ms);
    },
    bringForward(scope, campaignId, ms) {
      const key = keyOf(scope, campaignId);
      due.set(key, Math.min(due.get(key) ?? Number.POSITIVE_INFINITY, ticks() + ms));
    },
  };
}

/** Gaps are up to this fraction longer than set: exact timing looks automated. */
const JITTER = 0.3;
const ANSWER_MS = { least: 1_000, most: 9_000 };

export type Gap = { ms: number; sentInARow: number };

export type Intervals = Pick<
  CampaignSettingsView,
  'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'
>;

export function gapAfter(
  { sentInARow }: Pick<CampaignRow, 'sentInARow'>,
  { messageInterval, longerIntervalAfter, greaterInterval }: Intervals,
  chance: number,
): Gap {
  const sent = sentInARow + 1;
  const isLong = longerIntervalAfter > 0 && sent >= longerIntervalAfter;
  const seconds = isLong ? Math.max(greaterInterval, messageInterval) : messageInterval;
  return { ms: Math.round(seconds * 1_000 * (1 + JITTER * chance)), sentInARow: isLong ? 0 : sent };
}

export const answerPause = (chance: number): number =>
  Math.round(ANSWER_MS.least + (ANSWER_MS.most - ANSWER_MS.least) * chance);

export function longestGap({ messageInterval, greaterInterval }: Intervals): number {
  return Math.max(messageInterval, greaterInterval) * 1_000 * (1 + JITTER);
}
