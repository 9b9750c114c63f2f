import { InvalidInput } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { readMoment } from './parse-date-time.logic.ts';

const MINUTE_MS = 60_000;

/** Only in our own form, where a past time is a mistake. Throws InvalidInput. */
export function requireFuture(scope: Scope, sendAt: string): void {
  const at = readMoment(sendAt, scope.timeZone);
  if (at && at.getTime() < scope.now().getTime() - MINUTE_MS)
    throw new InvalidInput({ sendAt: 'schedules:past' });
}
