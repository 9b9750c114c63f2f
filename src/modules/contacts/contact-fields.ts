import { contactFields } from '@db/tenant/schema/index.ts';
import { and, eq, notInArray } from 'drizzle-orm';
import { searchable } from '@/kernel/db/search.ts';
import { cutAt, storable } from '@/kernel/db/text.ts';
import type { Scope } from '@/kernel/scope.ts';
import { type ContactInput, MAX_FIELDS } from './contacts.schema.ts';

type Field = NonNullable<ContactInput['extraInfo']>[number];

export async function replaceFields(tx: Scope, contactId: number, fields: Field[]): Promise<void> {
  const own = await tx.db.query.contactFields.findMany({ where: eq(contactFields.contactId, contactId) });
  const known = new Set(own.map((row) => row.id));
  const kept: number[] = [];
  for (const { id, name, value } of fields) {
    if (id != null && known.delete(id)) {
      await tx.db
        .update(contactFields)
        .set({ name, value, updatedAt: tx.now() })
        .where(eq(contactFields.id, id));
      kept.push(id);
    } else {
      const [row] = await tx.db
        .insert(contactFields)
        .values({ contactId, name, value })
        .returning({ id: contactFields.id });
      if (row) kept.push(row.id);
    }
  }
  await tx.db
    .delete(contactFields)
    .where(and(eq(contactFields.contactId, contactId), notInArray(contactFields.id, kept)));
}

/** The field of that name, made where there is none; one too many is left out. */
export async function setField(
  tx: Scope,
  contactId: number,
  field: { name: string; value: string },
): Promise<void> {
  const name = cutAt(storable(field.name), 100).trim();
  const value = cutAt(storable(field.value), 1_000).trim();
  if (name === '') return;
  const own = await tx.db.query.contactFields.findMany({ where: eq(contactFields.contactId, contactId) });
  const known = own.find((row) => searchable(row.name) === searchable(name));
  if (known)
    await tx.db
      .update(contactFields)
      .set({ value, updatedAt: tx.now() })
      .where(eq(contactFields.id, known.id));
  else if (own.length < MAX_FIELDS) await tx.db.insert(contactFields).values({ contactId, name, value });
  tx.emit('contact.updated', { contactId });
}
