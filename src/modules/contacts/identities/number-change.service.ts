import { contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { Identity } from '@/whatsapp/port.ts';
import { spellingsOf } from '../numbers/contact-number.logic.ts';

type IdentityRow = typeof contactIdentities.$inferSelect;

/** Takes the number from a contact with another hidden address; a contact without one may be the same person. */
export async function takeNumber(
  tx: Scope,
  { pn, lid }: Identity,
  rows: IdentityRow[],
): Promise<IdentityRow[]> {
  const holder = rows.find((row) => row.jid === pn)?.contactId;
  const owner = rows.find((row) => row.jid === lid)?.contactId;
  if (!pn || holder === undefined || owner === undefined || holder === owner) return rows;
  const isOther = await tx.db.query.contactIdentities.findFirst({
    where: and(eq(contactIdentities.contactId, holder), eq(contactIdentities.kind, 'lid')),
  });
  if (!isOther) return rows;
  await tx.db.delete(contactIdentities).where(eq(contactIdentities.jid, pn));
  await tx.db
    .update(contacts)
    .set({ number: '', updatedAt: tx.now() })
    .where(and(eq(contacts.id, holder), eq(contacts.number, numberIn(pn))));
  tx.emit('contact.updated', { contactId: holder });
  return rows.filter((row) => row.jid !== pn);
}

/** WhatsApp reassigns old numbers, so they are dropped. True when the contact now has the new number. */
export async function leaveOldNumbers(
  tx: Scope,
  contact: { id: number; number: string },
  { pn, lid }: Identity,
): Promise<boolean> {
  if (!pn) return false;
  const held = await tx.db
    .select()
    .from(contactIdentities)
    .where(and(eq(contactIdentities.contactId, contact.id), ne(contactIdentities.jid, pn)));
  const isOneAccount = lid !== null && held.every((row) => row.kind === 'pn' || row.jid === lid);
  const spellings = spellingsOf(numberIn(pn));
  const old = held
    .filter((row) => row.kind === 'pn' && (isOneAccount || spellings.includes(numberIn(row.jid))))
    .map((row) => row.jid);
  if (old.length > 0) await tx.db.delete(contactIdentities).where(inArray(contactIdentities.jid, old));
  return isOneAccount || spellings.includes(contact.number);
}

const numberIn = (jid: string) => jid.replace(/@.*/, '');
