import { until as untilFound } from '../../support/until.ts';

type Found<T> = T | undefined | false | null;

/** Throws after `timeoutMs`. */
export const until = <T>(
  what: string,
  probe: () => Promise<Found<T>> | Found<T>,
  timeoutMs = 60_000,
): Promise<T> => untilFound(what, probe, { timeoutMs, stepMs: 25 });
