import { contactFields, contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { eq, inArray } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { putBack, type Raw } from '@/core/db/raw-rows.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { requestBlocks } from '../block.service.ts';
import { canMergeContacts } from '../contacts.policy.ts';
import type { Merged } from './merge.service.ts';
import { type MergeSnapshot, readContact } from './merge-snapshot.queries.ts';

/** Throws ERR_NO_PERMISSION, and ERR_UNDO_GONE when the number or an address belongs to another contact by now. */
export async function undoMerge(tx: Scope, { before, after }: Merged): Promise<number> {
  requireCan(tx, canMergeContacts);
  const [keep, drop] = [Number(before.keep.id), Number(before.drop.id)];
  await requireFree(tx, before);
  const now = await readContact(tx, keep);
  await putBack(tx, contacts, [storedBefore(before.keep, after.keep, now)]);
  await putBack(tx, contacts, [before.drop]);
  await putBack(tx, contactFields, before.fields);
  await putBack(tx, contactIdentities, before.identities);
  if ([now, before.keep, before.drop].some((row) => row.is_blocked))
    for (const contactId of [keep, drop]) await requestBlocks(tx, contactId);
  await audit(tx, { what: 'contact.parted', on: { id: drop, name: String(before.drop.name) } });
  tx.emit('contact.created', { contactId: drop });
  tx.emit('contact.updated', { contactId: keep });
  await tx.kernel.steps.take(tx, 'contacts.parting', { keep, drop, notes: before.notes });
  return 1;
}

async function requireFree(tx: Scope, { keep, drop, identities }: MergeSnapshot): Promise<void> {
  const number = String(drop.number);
  const stored = await tx.db.query.contacts.findFirst({ where: eq(contacts.id, Number(keep.id)) });
  const holder =
    number === '' ? undefined : await tx.db.query.contacts.findFirst({ where: eq(contacts.number, number) });
  const jids = identities.map((row) => String(row.jid));
  const moved = await tx.db.query.contactIdentities.findMany({ where: inArray(contactIdentities.jid, jids) });
  const isTaken = (holder && holder.id !== stored?.id) || moved.some((row) => row.contactId !== stored?.id);
  if (!stored || isTaken) throw new AppError('ERR_UNDO_GONE');
  const made = `${number}@s.whatsapp.net`;
  if (number !== '' && !jids.includes(made))
    await tx.db.delete(contactIdentities).where(eq(contactIdentities.jid, made));
}

/** Changes made by people since the merge stay. */
function storedBefore(keep: Raw, after: Raw, now: Raw): Raw {
  const names = ['number', 'name', 'name_is_provisional', 'email', 'picture_path', 'is_blocked'];
  const same = names.filter((name) => now[name] === after[name]);
  return { id: keep.id ?? null, ...Object.fromEntries(same.map((name) => [name, keep[name] ?? null])) };
}
