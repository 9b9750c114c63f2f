import { contactFields } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { searchable } from '@/core/db/search.ts';
import type { Scope } from '@/core/scope.ts';
import { cutAt, storable } from '@/core/text.ts';
import { MAX_FIELDS } from './contacts.schema.ts';

/** Creates the field if missing; ignored over the maximum. */
export async function setField(
  tx: Scope,
  contactId: number,
  field: { name: string; value: string },
): Promise<void> {
  const name = cutAt(storable(field.name), 100).trim();
  const value = cutAt(storable(field.value), 1_000).trim();
  if (name === '') return;
  const own = await fieldsOf(tx.db, { contactId });
  const known = own.find((row) => searchable(row.name) === searchable(name));
  if (known) await change(tx.db, { id: known.id, value, now: tx.now() });
  else if (own.length < MAX_FIELDS) await add(tx.db, { contactId, name, value });
  tx.emit('contact.updated', { contactId });
}

const fieldsOf = tenantStatement((db) =>
  db
    .select({ id: contactFields.id, name: contactFields.name })
    .from(contactFields)
    .where(eq(contactFields.contactId, sql.placeholder('contactId'))),
);

const change = tenantStatement((db) =>
  db
    .update(contactFields)
    .set({ value: parameter('value'), updatedAt: parameter('now') })
    .where(eq(contactFields.id, sql.placeholder('id'))),
);

const add = tenantStatement((db) =>
  db.insert(contactFields).values({
    contactId: sql.placeholder('contactId'),
    name: sql.placeholder('name'),
    value: sql.placeholder('value'),
  }),
);
