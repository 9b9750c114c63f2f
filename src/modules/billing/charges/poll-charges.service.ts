import { charges } from '@db/platform/schema/index.ts';
import { and, asc, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import type { Kernel } from '@/core/scope.ts';
import { openProvider } from '../providers/providers.queries.ts';
import { type ChargeRow, settleCharge } from './settle-charge.service.ts';

const MINUTE_MS = 60_000;
/** Polling intervals: a payment without a notification is found within them. */
const EVERY_MS = { asking: 25_000, open: 25_000, expired: 60 * MINUTE_MS };
/** A bank may book a payment late: an expired code is polled for two more days. */
const LATE_MS = 48 * 60 * MINUTE_MS;
const AT_ONCE = 40;

/** Reads its state from the provider. Throws PaymentError, ERR_NO_PAYMENT_PROVIDER. */
export async function readCharge(kernel: Kernel, charge: ChargeRow): Promise<void> {
  const provider = await openProvider(kernel, charge.provider);
  if (!provider) throw new AppError('ERR_NO_PAYMENT_PROVIDER');
  await settleCharge(kernel, charge.id, await provider.read(charge));
}

/** For payments without a notification, and for charges that a crash left between the provider and the commit. */
export async function sweepCharges(kernel: Kernel): Promise<void> {
  for (const charge of await listUnsettled(kernel)) {
    if (kernel.stopping.aborted) return;
    await readCharge(kernel, charge).catch((error) => putOff(kernel, charge, error));
  }
}

function listUnsettled({ platform, clock }: Kernel): Promise<ChargeRow[]> {
  const now = clock().getTime();
  const isDue = (status: keyof typeof EVERY_MS): SQL | undefined =>
    and(
      sql`${charges.status} = ${status}`,
      or(isNull(charges.askedAt), lt(charges.askedAt, new Date(now - EVERY_MS[status]))),
    );
  const isLate = and(isDue('expired'), gt(charges.expiresAt, new Date(now - LATE_MS)));
  return platform.db
    .select()
    .from(charges)
    .where(
      and(inArray(charges.status, ['asking', 'open', 'expired']), or(isDue('asking'), isDue('open'), isLate)),
    )
    .orderBy(asc(charges.askedAt), asc(charges.id))
    .limit(AT_ONCE);
}

/** Moves it after the others: a charge that always fails must not block them. */
async function putOff(kernel: Kernel, { id, provider }: ChargeRow, error: unknown): Promise<void> {
  kernel.log.warn({ err: error, chargeId: id, provider }, 'a charge could not be read at its provider');
  await kernel.platform.write((tx) =>
    tx.update(charges).set({ askedAt: kernel.clock() }).where(sql`${charges.id} = ${id}`),
  );
}
