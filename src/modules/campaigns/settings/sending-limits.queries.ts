import { connections, sendingLimits as rows } from '@db/tenant/schema/index.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { DEFAULT_LIMIT, type SendingLimit } from './sending-limits.schema.ts';

export type ConnectionLimit = SendingLimit & { id: number; name: string };

export async function sendingLimitOf(scope: Scope, connectionId: number): Promise<SendingLimit> {
  return toLimit(connectionId, await limitById(scope.db, { connectionId }));
}

const limitById = tenantStatement((db) =>
  db.query.sendingLimits.findFirst({ where: eq(rows.connectionId, sql.placeholder('connectionId')) }),
);

export async function listSendingLimits(scope: Scope): Promise<ConnectionLimit[]> {
  requireCan(scope, canManageCampaigns);
  const found = await scope.db
    .select({ id: connections.id, name: connections.name, limit: rows })
    .from(connections)
    .leftJoin(rows, eq(rows.connectionId, connections.id))
    .orderBy(asc(connections.name), asc(connections.id));
  return found.map(({ id, name, limit }) => ({ id, name, ...toLimit(id, limit ?? undefined) }));
}

function toLimit(connectionId: number, row: typeof rows.$inferSelect | undefined): SendingLimit {
  const { dailyCap, warmsUp, quietFrom, quietTo } = row ?? DEFAULT_LIMIT;
  return { connectionId, dailyCap, warmsUp, quietFrom, quietTo };
}
