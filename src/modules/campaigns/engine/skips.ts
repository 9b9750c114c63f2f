import { campaignShippings } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import type { ContactRow } from '@/modules/contacts/identities.ts';
import { optedOutAmong } from '../opt-outs/opt-outs.queries.ts';
import type { ShippingRow } from './say.ts';

/** Looked at when the list was prepared, and again now: key under `campaigns:reason.*`. */
export async function whyNot(
  tx: Scope,
  contact: Pick<ContactRow, 'isBlocked' | 'number'>,
  { number }: Pick<ShippingRow, 'number'>,
): Promise<'blocked' | 'opted_out' | null> {
  if (contact.isBlocked) return 'blocked';
  return (await optedOutAmong(tx, [number, contact.number])).size > 0 ? 'opted_out' : null;
}

export async function leaveOut(tx: Scope, { id }: Pick<ShippingRow, 'id'>, reason: string): Promise<void> {
  await tx.db
    .update(campaignShippings)
    .set({ state: 'skipped', reason, updatedAt: tx.now() })
    .where(eq(campaignShippings.id, id));
}
