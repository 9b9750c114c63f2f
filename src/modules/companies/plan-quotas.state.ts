import { createRecent } from '@/core/bounded-cache.ts';
import { AppError } from '@/core/errors.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { getPlanOf } from './companies.queries.ts';
import type { PlanRowView } from './companies.views.ts';

declare module '@/core/scope.ts' {
  interface Services {
    messageQuotas: MessageQuotas;
  }
}
export type MessageQuotas = {
  of(perMinute: number): Throttle;
  /** The part of a minute's messages that is not refilled yet. */
  spentBy(companyId: number, perMinute: number): number;
};

const GB = 1024 ** 3;
const MAX_EXPORTS = 3;
const MAX_LIMITS = 100;

export function createMessageQuotas({ ticks }: Kernel): MessageQuotas {
  const byLimit = createRecent<Throttle>(MAX_LIMITS);
  const of = (tries: number) => {
    const throttle = byLimit.get(String(tries)) ?? createThrottle(ticks, { tries, perSeconds: 60 });
    byLimit.set(String(tries), throttle);
    return throttle;
  };
  return { of, spentBy: (companyId, perMinute) => perMinute - of(perMinute).left(`${companyId}`).tries };
}

export type Spend = (count: number) => void;

/** Automated messages never wait. The result may run in a transaction; it throws ERR_MESSAGES_QUOTA. */
export async function messageQuotaOf({ kernel, companyId }: Scope): Promise<Spend> {
  const { messagesPerMinute: limit } = await getPlanOf(kernel, companyId);
  if (limit === 0) return () => undefined;
  const quota = kernel.services.messageQuotas.of(limit);
  return (count) => {
    // A batch over the limit is accepted when the full minute is available.
    if (quota.tryTake(`${companyId}`, Math.min(count, limit))) return;
    throw new AppError('ERR_MESSAGES_QUOTA', { limit }, { isPublic: true });
  };
}

/** The plan's storage in bytes, else the configured one; undefined means no limit but the disk. */
export async function storageOf(kernel: Kernel, companyId: number): Promise<number | undefined> {
  return storageIn(kernel, await getPlanOf(kernel, companyId));
}

export const storageIn = ({ config }: Kernel, { storageGb }: Pick<PlanRowView, 'storageGb'>) =>
  storageGb > 0 ? storageGb * GB : config.companyStorageBytes;

export const exportsIn = ({ exports }: Pick<PlanRowView, 'exports'>): number => exports || MAX_EXPORTS;

/** Concurrent pages and clients; undefined means the server's default. */
export async function socketsOf(kernel: Kernel, companyId: number): Promise<number | undefined> {
  return (await getPlanOf(kernel, companyId)).sockets || undefined;
}
