import { campaignShippings, messages } from '@db/tenant/schema/index.ts';
import { and, eq, gt, isNotNull, lt } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { causeOf, type ShippingRow } from './send-message.service.ts';

/** For a part before the last one, which no shipping references; undefined for messages of no campaign. */
export async function shippingOfPart(tx: Scope, messageId: number): Promise<ShippingRow | undefined> {
  const part = await tx.db.query.messages.findFirst({
    columns: { clientId: true },
    where: eq(messages.id, messageId),
  });
  const [, id] = /^auto:campaign:\d{1,15}:(\d{1,15}):/.exec(part?.clientId ?? '') ?? [];
  if (id === undefined) return undefined;
  return tx.db.query.campaignShippings.findFirst({ where: eq(campaignShippings.id, Number(id)) });
}

/** The error code of a failed part; null when none failed. */
export async function faultBefore(tx: Scope, { campaignId, id }: ShippingRow): Promise<string | null> {
  const start = `auto:${causeOf(campaignId, id, '')}`;
  // `;` follows `:`, which ends the prefix of a cause.
  const isPart = and(gt(messages.clientId, start), lt(messages.clientId, `${start.slice(0, -1)};`));
  const [part] = await tx.db
    .select({ error: messages.error })
    .from(messages)
    .where(and(isPart, isNotNull(messages.error)))
    .limit(1);
  return part?.error ?? null;
}
