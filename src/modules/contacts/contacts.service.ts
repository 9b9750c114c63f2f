import { contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { addressOf, findByNumber, insertAddresses } from './add-contact.service.ts';
import { requireSight } from './contact-access.policy.ts';
import { replaceFields } from './contact-fields.service.ts';
import { canChangeContacts } from './contacts.policy.ts';
import { type ContactRow, getContact, requireContact } from './contacts.queries.ts';
import { type ContactPatch, isPhone } from './contacts.schema.ts';
import type { ContactDetail } from './contacts.views.ts';
import { isSameNumber, toDigits } from './numbers/contact-number.logic.ts';
import { type Checked, checkNumbers } from './numbers/number-checks.service.ts';

/**
 * WhatsApp never overwrites a name set here. Throws ERR_NO_CONTACT_FOUND, ERR_CONTACT_OF_OTHERS,
 * ERR_DUPLICATED_CONTACT, ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT.
 */
export async function updateContact(
  scope: Scope,
  { contactId, ...input }: ContactPatch & { contactId: number },
): Promise<ContactDetail> {
  requireCan(scope, canChangeContacts);
  const before = await requireContact(scope, contactId);
  const digits = newDigits(before, input.number);
  if (digits) await requireSight(scope, contactId);
  const checked = digits ? (await checkNumbers(scope, [digits])).get(digits) : undefined;
  if (checked === null) throw new AppError('ERR_WAPP_INVALID_CONTACT');
  return scope.write(async (tx) => {
    const contact = await requireContact(tx, contactId);
    if (digits) await moveTo(tx, contact, digits, checked);
    const { name, email, active, extraInfo } = input;
    await tx.db
      .update(contacts)
      .set({
        ...(name !== undefined && { name, nameIsProvisional: false }),
        ...(email !== undefined && { email }),
        ...(active !== undefined && { active }),
        updatedAt: tx.now(),
      })
      .where(eq(contacts.id, contactId));
    if (extraInfo) await replaceFields(tx, contactId, extraInfo);
    tx.emit('contact.updated', { contactId });
    return getContact(tx, contactId);
  });
}

function newDigits(contact: ContactRow, typed: string | undefined): string | undefined {
  if (typed === undefined || contact.isGroup) return undefined;
  if (isSameNumber(typed, contact.number)) return undefined;
  if (!isPhone(typed)) throw new InvalidInput({ number: 'common:validation.phone' });
  return toDigits(typed);
}

/** Another number is another account: the old addresses are removed, unless WhatsApp says it is the same account. */
async function moveTo(
  tx: Scope,
  contact: ContactRow,
  digits: string,
  checked: Checked | undefined,
): Promise<void> {
  await requireSight(tx, contact.id);
  const holder = await findByNumber(tx, digits, checked);
  if (holder && holder.id !== contact.id) throw new AppError('ERR_DUPLICATED_CONTACT');
  const { number, jids } = addressOf(digits, checked);
  if (number === contact.number) return;
  await tx.db.update(contacts).set({ number }).where(eq(contacts.id, contact.id));
  await tx.db.delete(contactIdentities).where(eq(contactIdentities.contactId, contact.id));
  await insertAddresses(tx, contact.id, jids);
}
