import { connections } from '@db/tenant/schema/index.ts';
import { desc, sql } from 'drizzle-orm';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';

/** The user's own, else the default, even while down; else a connected one. Undefined without any. */
export async function preferredConnection(scope: Scope): Promise<number | undefined> {
  const own = requireUser(scope).connectionId ?? 0;
  const [preferred] = await scope.db
    .select({ id: connections.id })
    .from(connections)
    .orderBy(
      sql`(${connections.id} = ${own}) desc`,
      desc(connections.isDefault),
      sql`(${connections.status} = 'CONNECTED') desc`,
      connections.id,
    )
    .limit(1);
  return preferred?.id;
}
