import { connections, queues, users } from '@db/tenant/schema/index.ts';
import { and, count, eq, inArray, isNull, ne } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import { createKeyedLimits } from '@/core/queue/keyed-limits.ts';
import type { Scope } from '@/core/scope.ts';
import { getPlanOf } from '@/modules/companies/companies.queries.ts';
import { requirePlanCapacity } from '@/modules/companies/plan-limits.policy.ts';
import { isSelf } from './users.policy.ts';
import type { UserRow } from './users.queries.ts';

const limits = createKeyedLimits(8);

/** Checks made before the platform's write must still hold at the company's: two admins may remove each other. */
export function oneAtATime<T>({ companyId }: Scope, work: () => Promise<T>): Promise<T> {
  return limits.run(`people ${companyId}`, work);
}

/** Disabled users do not count. Throws ERR_LIMIT_REACHED. */
export async function requireSpace(scope: Scope): Promise<void> {
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  const [active] = await scope.db.select({ n: count() }).from(users).where(isNull(users.disabledAt));
  requirePlanCapacity(plan, 'users', active?.n ?? 0);
}

export function requireOther(scope: Scope, user: UserRow): void {
  if (isSelf(scope.actor, user)) throw new AppError('ERR_USER_IS_SELF');
}

/** One administrator must remain. Throws ERR_LAST_ADMIN. */
export async function requireAnotherAdmin(scope: Scope, user: UserRow): Promise<void> {
  if (user.profile !== 'admin' || user.disabledAt) return;
  const others = and(eq(users.profile, 'admin'), isNull(users.disabledAt), ne(users.id, user.id));
  const [row] = await scope.db.select({ n: count() }).from(users).where(others);
  if (!row?.n) throw new AppError('ERR_LAST_ADMIN');
}

export async function requireParts(
  scope: Scope,
  { queueIds = [], whatsappId }: { queueIds?: number[]; whatsappId?: number | null },
): Promise<void> {
  const known = await scope.db.select({ id: queues.id }).from(queues).where(inArray(queues.id, queueIds));
  if (known.length < queueIds.length) throw new AppError('ERR_NO_QUEUE_FOUND');
  if (!whatsappId) return;
  const line = await scope.db.query.connections.findFirst({ where: eq(connections.id, whatsappId) });
  if (!line) throw new AppError('ERR_NO_WAPP_FOUND');
}
