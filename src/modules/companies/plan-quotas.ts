import { AppError } from '@/kernel/errors.ts';
import { createRecent } from '@/kernel/recent.ts';
import type { Kernel, Scope } from '@/kernel/scope.ts';
import { createThrottle, type Throttle } from '@/kernel/throttle.ts';
import { getPlanOf } from './companies.queries.ts';
import type { PlanRowView } from './companies.views.ts';

declare module '@/kernel/scope.ts' {
  interface Services {
    /** Messages of each company, by how many a minute its plan allows. */
    messageQuotas: MessageQuotas;
  }
}
export type MessageQuotas = {
  of(perMinute: number): Throttle;
  /** Of a minute's messages, as many as are not there again yet. */
  spentBy(companyId: number, perMinute: number): number;
};

const GB = 1024 ** 3;
/** Where the plan says nothing. */
const MOST_EXPORTS = 3;
/** Different ones, of all plans. */
const MOST_LIMITS = 100;

export function createMessageQuotas({ ticks }: Kernel): MessageQuotas {
  const byLimit = createRecent<Throttle>(MOST_LIMITS);
  const of = (tries: number) => {
    const throttle = byLimit.get(String(tries)) ?? createThrottle(ticks, { tries, perSeconds: 60 });
    byLimit.set(String(tries), throttle);
    return throttle;
  };
  return { of, spentBy: (companyId, perMinute) => perMinute - of(perMinute).left(`${companyId}`).tries };
}

export type Spend = (count: number) => void;

/**
 * For what people and other systems send; what the desk says by itself never waits. What it returns may stand in a
 * transaction; it throws ERR_MESSAGES_QUOTA.
 */
export async function messageQuotaOf({ kernel, companyId }: Scope): Promise<Spend> {
  const { messagesPerMinute: limit } = await getPlanOf(kernel, companyId);
  if (limit === 0) return () => undefined;
  const quota = kernel.services.messageQuotas.of(limit);
  return (count) => {
    // More at once than a minute has go when the whole minute is there.
    if (quota.tryTake(`${companyId}`, Math.min(count, limit))) return;
    throw new AppError('ERR_MESSAGES_QUOTA', { limit }, { isSaid: true });
  };
}

/** The plan's storage in bytes, else what the configuration says; undefined is as much as the disk holds. */
export async function storageOf(kernel: Kernel, companyId: number): Promise<number | undefined> {
  return storageIn(kernel, await getPlanOf(kernel, companyId));
}

export const storageIn = ({ config }: Kernel, { storageGb }: Pick<PlanRowView, 'storageGb'>) =>
  storageGb > 0 ? storageGb * GB : config.companyStorageBytes;

/** Files of exports that are kept at once. */
export const exportsIn = ({ exports }: Pick<PlanRowView, 'exports'>): number => exports || MOST_EXPORTS;

/** Open pages and clients at once; undefined is what the desk itself allows. */
export async function socketsOf(kernel: Kernel, companyId: number): Promise<number | undefined> {
  return (await getPlanOf(kernel, companyId)).sockets || undefined;
}
