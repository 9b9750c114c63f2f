const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export const GIVEN_UP_AFTER_MS = 72 * HOUR_MS;

const QUEUE_PAUSES = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
];

/** For a receiver that fails on everything: half an hour at most, so that a recovery is soon noticed. */
const RECEIVER_PAUSES = [15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS];

const at = (pauses: number[], n: number) => pauses[Math.min(Math.max(n, 0), pauses.length - 1)] ?? 0;

export const pauseOfQueue = (attempts: number) => at(QUEUE_PAUSES, attempts - 1);
export const pauseOfReceiver = (failuresInARow: number) => at(RECEIVER_PAUSES, failuresInARow - 3);
