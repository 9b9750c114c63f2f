import { campaignShippings, optOuts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import type { StepMap } from '@/kernel/steps.ts';

/** What was sent to either of two contacts that are one person. */
export async function mergeCampaigns(tx: Scope, { keep, drop }: StepMap['contacts.merging']): Promise<void> {
  await tx.db.update(campaignShippings).set({ contactId: keep }).where(eq(campaignShippings.contactId, drop));
  await tx.db.update(optOuts).set({ contactId: keep }).where(eq(optOuts.contactId, drop));
}
