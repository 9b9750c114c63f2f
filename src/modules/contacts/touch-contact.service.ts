import { contacts } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';

/** Messages may come late, so the time only increases. */
export async function touchContact(
  tx: Scope,
  { contactId, at }: { contactId: number; at: number },
): Promise<void> {
  await touched(tx.db, { contactId, at });
}

const touched = tenantStatement((db) =>
  db
    .update(contacts)
    .set({
      lastInteractionAt: sql`max(coalesce(${contacts.lastInteractionAt}, 0), ${sql.placeholder('at')})`,
    })
    .where(eq(contacts.id, sql.placeholder('contactId'))),
);
