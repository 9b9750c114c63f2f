import { contactFields, contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { type Raw, readRaw } from '@/core/db/raw-rows.ts';
import type { Scope } from '@/core/scope.ts';

// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface MergeNotes {}

declare module '@/core/steps.ts' {
  interface StepMap {
    /** Listeners add to `notes` what they need to undo the merge. */
    'contacts.merge.noting': { keep: number; drop: number; notes: MergeNotes };
    'contacts.merge.noted': { keep: number; notes: MergeNotes };
    /** Both contacts exist again; listeners return to `drop` what it owned. */
    'contacts.parting': { keep: number; drop: number; notes: MergeNotes };
  }
}

export type MergeSnapshot = {
  keep: Raw;
  drop: Raw;
  fields: Raw[];
  identities: Raw[];
  notes: MergeNotes;
};

export async function takeSnapshot(tx: Scope, keep: number, drop: number): Promise<MergeSnapshot> {
  const snapshot = {
    keep: await readContact(tx, keep),
    drop: await readContact(tx, drop),
    fields: await readRaw(tx, contactFields, eq(contactFields.contactId, drop)),
    identities: await readRaw(tx, contactIdentities, eq(contactIdentities.contactId, drop)),
    notes: {},
  };
  await tx.kernel.steps.take(tx, 'contacts.merge.noting', { keep, drop, notes: snapshot.notes });
  return snapshot;
}

export async function readContact(tx: Scope, contactId: number): Promise<Raw> {
  const [row] = await readRaw(tx, contacts, eq(contacts.id, contactId));
  if (!row) throw new Error('a contact to merge is gone');
  return row;
}
