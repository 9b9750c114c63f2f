import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { lastProven } from '../backups.queries.ts';
import type { RestoreState } from './restores.state.ts';

export type RestoreView = {
  companyId: number;
  name: string;
  provenAt: string | null;
  /** The company's database could not be opened. */
  isStopped: boolean;
  isOwn: boolean;
  /** May belong to another company, because only one is restored at a time. */
  state: RestoreState;
};

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
