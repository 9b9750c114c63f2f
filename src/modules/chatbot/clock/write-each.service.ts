import { yieldToLoop } from '@/core/clock.ts';
import { isDatabaseTrouble } from '@/core/db/driver/database-errors.ts';
import type { Scope } from '@/core/scope.ts';

/** Limits tickets of one kind per minute: a backlog must not flood WhatsApp. */
export const AT_ONCE = 50;

/** One transaction each: a failure is retried in the next minute and stops no other. */
export async function eachAlone<T>(
  scope: Scope,
  what: string,
  items: T[],
  work: (tx: Scope, item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await scope.write((tx) => work(tx, item));
    } catch (error) {
      if (isDatabaseTrouble(error)) throw error;
      scope.log.error(
        { err: error, companyId: scope.companyId, item, what },
        'a timed change of a ticket failed',
      );
    }
    await yieldToLoop();
  }
}

export function earliest(moments: (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => moment?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

export const minutesBefore = (moment: Date, minutes: number) => new Date(moment.getTime() - minutes * 60_000);
