import { contactFields, contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { type Raw, readRaw } from '@/kernel/db/raw-rows.ts';
import type { Scope } from '@/kernel/scope.ts';

/** What modules above note of theirs before two contacts become one, and once they are: enough to part them again. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface MergeNotes {}

declare module '@/kernel/steps.ts' {
  interface StepMap {
    /** Before a merge that may be taken back: each adds to `notes` what it needs for that. */
    'contacts.merge.noting': { keep: number; drop: number; notes: MergeNotes };
    /** After it: how it left things. */
    'contacts.merge.noted': { keep: number; notes: MergeNotes };
    /** The two contacts are there again; what hung on `drop` goes back to it. */
    'contacts.parting': { keep: number; drop: number; notes: MergeNotes };
  }
}

/** How things stood before two contacts became one. */
export type MergeSnapshot = {
  keep: Raw;
  drop: Raw;
  fields: Raw[];
  identities: Raw[];
  notes: MergeNotes;
};

/** Reads it inside the transaction that merges. */
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
