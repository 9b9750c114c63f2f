import { schedules } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';

declare module '@/modules/contacts/merge/merge-snapshot.queries.ts' {
  interface MergeNotes {
    schedules?: number[];
  }
}

export async function removeMediaOfContact(
  tx: Scope,
  { contactId }: StepMap['contact.deleting'],
): Promise<void> {
  const rows = await tx.db
    .select({ path: schedules.mediaPath })
    .from(schedules)
    .where(and(eq(schedules.contactId, contactId), isNotNull(schedules.mediaPath)));
  removeMediaAfter(
    tx,
    rows.flatMap(({ path }) => path ?? []),
  );
}

export async function noteSchedules(
  tx: Scope,
  { drop, notes }: StepMap['contacts.merge.noting'],
): Promise<void> {
  const rows = await tx.db.select({ id: schedules.id }).from(schedules).where(eq(schedules.contactId, drop));
  notes.schedules = rows.map(({ id }) => id);
}

export async function mergeSchedules(tx: Scope, { keep, drop }: StepMap['contacts.merging']): Promise<void> {
  await tx.db.update(schedules).set({ contactId: keep }).where(eq(schedules.contactId, drop));
}

export async function partSchedules(tx: Scope, { drop, notes }: StepMap['contacts.parting']): Promise<void> {
  await tx.db
    .update(schedules)
    .set({ contactId: drop })
    .where(inArray(schedules.id, notes.schedules ?? []));
}
