import { AppError } from '@/core/errors.ts';
import type { Actor, Kernel } from '@/core/scope.ts';
import { isMissed, lastProven } from '@/modules/backups/backups.queries.ts';
import { getPublicSetting } from '@/modules/settings/settings.queries.ts';
import { PROMISE_KEYS, PROMISES, type PromiseKey } from './promises.schema.ts';
import type { TestReport } from './trust.schema.ts';
import type { Evidence, TrustView } from './trust.views.ts';

/** Public once the platform's administrators enable it; until then only for them. Throws ERR_NOT_FOUND. */
export async function requireTrustPage(
  kernel: Kernel,
  actor: Actor | undefined,
): Promise<{ isPublic: boolean }> {
  const isPublic = (await getPublicSetting(kernel, 'trustPage')).value === 'enabled';
  if (!isPublic && !(actor?.kind === 'user' && actor.super)) throw new AppError('ERR_NOT_FOUND');
  return { isPublic };
}

/** Platform-wide: reveals no company, person or number of companies. */
export async function getTrust(kernel: Kernel): Promise<TrustView> {
  const known = await kernel.services.testReport.read();
  const promises = PROMISE_KEYS.map((key) => ({
    key,
    tests: PROMISES[key],
    proof: proofOf(known?.report, key),
  }));
  return { testedAt: known?.origin ?? null, promises, restore: await restoreOf(kernel) };
}

/** A single failure, or a file that did not run, voids the proof. */
function proofOf(report: TestReport | undefined, key: PromiseKey): Evidence | null {
  const found = report?.promises[key];
  if (!report || !found) return null;
  const { files, passed, failed, skipped } = found;
  if (failed > 0 || passed === 0 || files < PROMISES[key].length) return null;
  return { files, passed, skipped, at: report.at, commit: report.commit };
}

async function restoreOf(kernel: Kernel): Promise<TrustView['restore']> {
  const proven = await lastProven(kernel);
  if (!proven || (await isMissed(kernel))) return null;
  const { startedAt, endedAt, messages, differences } = proven;
  return { at: (endedAt ?? startedAt).toISOString(), messages, differences };
}
