import { campaignShippings } from '@db/tenant/schema/index.ts';
import { and, eq, ne } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { ContactRow } from '@/modules/contacts/identities/identities.service.ts';
import { isOptedOut, optedOutAmong } from '../opt-outs/opt-outs.queries.ts';
import type { ShippingRow } from './send-message.service.ts';

/** Checked when the list was prepared, and again now: key under `campaigns:reason.*`. */
export async function whyNot(
  tx: Scope,
  contact: Pick<ContactRow, 'id' | 'isBlocked' | 'number'>,
  shipping: ShippingRow,
): Promise<'blocked' | 'opted_out' | 'repeated' | null> {
  if (contact.isBlocked) return 'blocked';
  const isOut = (await optedOutAmong(tx, [shipping.number])).size > 0 || (await isOptedOut(tx, contact));
  if (isOut) return 'opted_out';
  return (await isReachedAlready(tx, contact.id, shipping)) ? 'repeated' : null;
}

/** Under another number: contacts may have been merged, and a number has two spellings. */
async function isReachedAlready(
  tx: Scope,
  contactId: number,
  { id, campaignId, state }: ShippingRow,
): Promise<boolean> {
  const others = await tx.db
    .select({ id: campaignShippings.id, state: campaignShippings.state })
    .from(campaignShippings)
    .where(
      and(
        eq(campaignShippings.contactId, contactId),
        eq(campaignShippings.campaignId, campaignId),
        ne(campaignShippings.id, id),
      ),
    );
  return others.some((other) => {
    if (other.state === 'sending' || other.state === 'delivered') return true;
    if (state === 'waiting') return ['asking', 'asked', 'confirmed', 'declined'].includes(other.state);
    return other.state === 'confirmed' && other.id < id;
  });
}

export async function leaveOut(tx: Scope, { id }: Pick<ShippingRow, 'id'>, reason: string): Promise<void> {
  await tx.db
    .update(campaignShippings)
    .set({ state: 'skipped', reason, updatedAt: tx.now() })
    .where(eq(campaignShippings.id, id));
}
