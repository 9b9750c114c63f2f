import { requireSuper } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { lastProven } from '../backups.queries.ts';
import type { RestoreState } from './restore-state.ts';

/** What the page of a company says of bringing it back. */
export type RestoreView = {
  companyId: number;
  name: string;
  /** Of the last proven backup. */
  provenAt: string | null;
  /** Its data could not be opened. */
  isStopped: boolean;
  isOwn: boolean;
  /** Another company's is told too, because only one is restored at a time. */
  state: RestoreState;
};

/** Throws ERR_NO_SUPER. */
export async function getRestore(
  scope: Scope,
  { id, name }: { id: number; name: string },
): Promise<RestoreView> {
  requireSuper(scope);
  const { kernel } = scope;
  const proven = await lastProven(kernel);
  return {
    ...{ companyId: id, name },
    provenAt: proven?.startedAt.toISOString() ?? null,
    isStopped: kernel.tenants.failingIds().includes(id),
    isOwn: id === scope.companyId,
    state: kernel.services.restores.state,
  };
}
