import type { NewChatMessageCapInfo, ReachoutTimelockState } from '@whiskeysockets/baileys';

const OPEN_END_MS = 86_400_000;

/** When the number may begin conversations again; null when it may. */
export function lockedUntil(lock: ReachoutTimelockState, now: number): number | null {
  if (!lock.isActive) return null;
  return lock.timeEnforcementEnds?.getTime() ?? now + OPEN_END_MS;
}

export function cappedUntil(cap: NewChatMessageCapInfo, now: number): number | undefined {
  // The enum exists in Baileys' types only.
  if (String(cap.capping_status) !== 'CAPPED') return undefined;
  const seconds = Number(cap.cycle_end_timestamp);
  return seconds > 0 ? seconds * 1_000 : now + OPEN_END_MS;
}
