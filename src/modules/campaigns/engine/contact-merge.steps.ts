import { campaignShippings, optOuts } from '@db/tenant/schema/index.ts';
import { eq, inArray } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';

declare module '@/modules/contacts/merge/merge-snapshot.queries.ts' {
  interface MergeNotes {
    campaigns?: { shippings: number[]; optOuts: number[] };
  }
}

export async function noteCampaigns(
  tx: Scope,
  { drop, notes }: StepMap['contacts.merge.noting'],
): Promise<void> {
  const [sent, out] = [eq(campaignShippings.contactId, drop), eq(optOuts.contactId, drop)];
  const shippings = await tx.db.select({ id: campaignShippings.id }).from(campaignShippings).where(sent);
  const rows = await tx.db.select({ id: optOuts.id }).from(optOuts).where(out);
  notes.campaigns = { shippings: shippings.map(({ id }) => id), optOuts: rows.map(({ id }) => id) };
}

export async function mergeCampaigns(tx: Scope, { keep, drop }: StepMap['contacts.merging']): Promise<void> {
  await tx.db.update(campaignShippings).set({ contactId: keep }).where(eq(campaignShippings.contactId, drop));
  await tx.db.update(optOuts).set({ contactId: keep }).where(eq(optOuts.contactId, drop));
}

export async function partCampaigns(tx: Scope, { drop, notes }: StepMap['contacts.parting']): Promise<void> {
  const { shippings, optOuts: out } = notes.campaigns ?? { shippings: [], optOuts: [] };
  await tx.db
    .update(campaignShippings)
    .set({ contactId: drop })
    .where(inArray(campaignShippings.id, shippings));
  await tx.db.update(optOuts).set({ contactId: drop }).where(inArray(optOuts.id, out));
}
