import { contacts, optOuts } from '@db/tenant/schema/index.ts';
import { eq, inArray } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { InvalidInput } from '@/core/errors.ts';
import { requireCan, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { storable } from '@/core/text.ts';
import { spellingsOf, toDigits } from '@/modules/contacts/numbers/contact-number.logic.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { getOptOut, optedOutAmong } from './opt-outs.queries.ts';
import type { OptOutInput } from './opt-outs.schema.ts';

/** By hand. Throws InvalidInput on `number` for one that is opted out already. */
export async function addOptOut(scope: Scope, input: OptOutInput): Promise<void> {
  requireCan(scope, canManageCampaigns);
  const { id: userId } = requireUser(scope);
  const number = toDigits(input.number);
  await scope.write(async (tx) => {
    const contact = await tx.db.query.contacts.findFirst({
      where: inArray(contacts.number, spellingsOf(number)),
      columns: { id: true },
    });
    const isNew = await optOut(tx, { number, contactId: contact?.id ?? null, userId });
    if (!isNew) throw new InvalidInput({ number: 'optOuts:errors.known' });
    await audit(tx, { what: 'optOut.created', on: { name: number } });
  });
}

type Request = { number: string; contactId: number | null; keyword?: string; userId?: number | null };

/** `number` in digits. False when it was opted out already. */
export async function optOut(
  tx: Scope,
  { number, contactId, keyword = '', userId = null }: Request,
): Promise<boolean> {
  if ((await optedOutAmong(tx, [number])).size > 0) return false;
  await tx.db
    .insert(optOuts)
    .values({ number, contactId, keyword: storable(keyword), userId, createdAt: tx.now() });
  tx.emit('opt-out.changed', { number });
  return true;
}

export async function removeOptOut(scope: Scope, { optOutId }: { optOutId: number }): Promise<void> {
  requireCan(scope, canManageCampaigns);
  await scope.write(async (tx) => {
    const { number } = await getOptOut(tx, optOutId);
    await tx.db.delete(optOuts).where(eq(optOuts.id, optOutId));
    await audit(tx, { what: 'optOut.deleted', on: { id: optOutId, name: number } });
    tx.emit('opt-out.changed', { number });
  });
}
