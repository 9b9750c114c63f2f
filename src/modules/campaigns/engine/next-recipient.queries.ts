import { campaignShippings } from '@db/tenant/schema/index.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { ShippingRow } from './send-message.service.ts';

export async function nextOf(scope: Scope, campaignId: number): Promise<ShippingRow | undefined> {
  const [confirmed] = await firstIn(scope.db, { campaignId, state: 'confirmed' });
  if (confirmed) return confirmed;
  const [waiting] = await firstIn(scope.db, { campaignId, state: 'waiting' });
  return waiting;
}

const firstIn = tenantStatement((db) =>
  db
    .select()
    .from(campaignShippings)
    .where(
      and(
        eq(campaignShippings.campaignId, sql.placeholder('campaignId')),
        eq(campaignShippings.state, sql.placeholder('state')),
      ),
    )
    .orderBy(asc(campaignShippings.id))
    .limit(1),
);
