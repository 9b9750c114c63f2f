import type { Scope } from '@/core/scope.ts';
import { canSeeWork } from '@/modules/users/users.policy.ts';
import { loadActor } from '@/modules/users/users.queries.ts';

export async function maySee(scope: Scope, userId: number, queueId: number | null): Promise<boolean> {
  const person = await loadActor(scope.kernel, scope.companyId, userId, '');
  return person !== undefined && canSeeWork(person, { userId: null, queueId });
}
