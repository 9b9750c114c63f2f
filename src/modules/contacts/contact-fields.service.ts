import { contactFields } from '@db/tenant/schema/index.ts';
import { and, eq, notInArray } from 'drizzle-orm';
import { insertedRow } from '@/core/db/inserted-row.ts';
import type { Scope } from '@/core/scope.ts';
import type { ContactInput } from './contacts.schema.ts';

type Field = NonNullable<ContactInput['extraInfo']>[number];

export async function replaceFields(tx: Scope, contactId: number, fields: Field[]): Promise<void> {
  const own = await tx.db.query.contactFields.findMany({ where: eq(contactFields.contactId, contactId) });
  const known = new Set(own.map((row) => row.id));
  const chosen: number[] = [];
  for (const { id, name, value } of fields) {
    if (id != null && known.delete(id)) {
      await tx.db
        .update(contactFields)
        .set({ name, value, updatedAt: tx.now() })
        .where(eq(contactFields.id, id));
      chosen.push(id);
    } else {
      const row = await tx.db
        .insert(contactFields)
        .values({ contactId, name, value })
        .returning({ id: contactFields.id })
        .then(insertedRow);
      chosen.push(row.id);
    }
  }
  await tx.db
    .delete(contactFields)
    .where(and(eq(contactFields.contactId, contactId), notInArray(contactFields.id, chosen)));
}
