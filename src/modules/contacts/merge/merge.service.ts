import { contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import type { Raw } from '@/core/db/raw-rows.ts';
import { InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { canMergeContacts } from '../contacts.policy.ts';
import { type ContactRow, getContact, numberAddresses, requireContact } from '../contacts.queries.ts';
import type { MergeInput } from '../contacts.schema.ts';
import type { ContactDetail } from '../contacts.views.ts';
import { mergeContacts } from './merge-contacts.service.ts';
import { type MergeSnapshot, readContact, takeSnapshot } from './merge-snapshot.queries.ts';

export type Merged = { before: MergeSnapshot; after: { keep: Raw } };

declare module '@/core/undo.ts' {
  interface UndoKinds {
    'contacts.merge': Merged;
  }
}

/** `undo` works for five minutes. Throws ERR_NO_PERMISSION, ERR_NO_CONTACT_FOUND, InvalidInput. */
export async function mergeByHand(
  scope: Scope,
  { keep, drop }: MergeInput,
): Promise<{ contact: ContactDetail; undo: string }> {
  requireCan(scope, canMergeContacts);
  return scope.write(async (tx) => {
    const [stored, dropped] = [await requireContact(tx, keep), await requireContact(tx, drop)];
    if (keep === drop || stored.isGroup || dropped.isGroup)
      throw new InvalidInput({ drop: 'contacts:merge.impossible' });
    const [on, was] = [
      { id: keep, name: stored.name },
      { name: dropped.name, number: dropped.number },
    ];
    await audit(tx, { what: 'contact.merged', on, before: was });
    const before = await takeSnapshot(tx, keep, drop);
    await mergeContacts(tx, { keep, drop });
    await retainNumber(tx, stored, dropped);
    if (!(await isShown(tx, keep, dropped.picturePath))) {
      removeMediaAfter(tx, [dropped.picturePath]);
      Object.assign(before.drop, { picture_path: '', picture_checked_at: null });
    }
    await tx.kernel.steps.take(tx, 'contacts.merge.noted', { keep, notes: before.notes });
    const after = { keep: await readContact(tx, keep) };
    const undo = await tx.kernel.undo.offer(tx, 'contacts.merge', { before, after });
    return { contact: await getContact(tx, keep), undo };
  });
}

/** People who write from the old number must still be recognised. */
async function retainNumber(tx: Scope, stored: ContactRow, dropped: ContactRow): Promise<void> {
  if (dropped.number === '') return;
  const isKnown = (contact: ContactRow) => isAddressOf(tx, stored.id, numberAddresses(contact));
  const isBetter = !(await isKnown(stored)) && (await isKnown(dropped));
  if (stored.number === '' || isBetter)
    await tx.db.update(contacts).set({ number: dropped.number }).where(eq(contacts.id, stored.id));
  const jid = `${dropped.number}@s.whatsapp.net`;
  await tx.db
    .insert(contactIdentities)
    .values({ jid, kind: 'pn', contactId: stored.id })
    .onConflictDoNothing();
}

/** Messages go to an address that WhatsApp knows, and the number shown has to be that one. */
async function isAddressOf(tx: Scope, contactId: number, jids: string[]): Promise<boolean> {
  const known = await tx.db.query.contactIdentities.findFirst({
    where: and(eq(contactIdentities.contactId, contactId), inArray(contactIdentities.jid, jids)),
  });
  return known !== undefined;
}

async function isShown(tx: Scope, keep: number, path: string): Promise<boolean> {
  return path === '' || (await requireContact(tx, keep)).picturePath === path;
}
