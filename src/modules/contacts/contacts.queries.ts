import { contactFields, contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { cutPage, offsetOf } from '@/kernel/db/page.ts';
import { AppError } from '@/kernel/errors.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { mediaUrl } from '@/kernel/storage.ts';
import { canReadContacts } from './contacts.policy.ts';
import type { ContactDetail, ContactFilter, ContactView } from './contacts.schema.ts';
import { CONTACTS_PER_PAGE } from './contacts.schema.ts';

type ContactRow = typeof contacts.$inferSelect;

/** A page of people (groups are no contacts to choose), by name. */
export async function listContacts(
  scope: Scope,
  filter: ContactFilter,
): Promise<{ contacts: ContactView[]; count: number; hasMore: boolean }> {
  requireCan(scope, canReadContacts);
  const where = and(
    eq(contacts.isGroup, false),
    filter.searchParam ? matching(filter.searchParam) : undefined,
  );
  const rows = await scope.db
    .select()
    .from(contacts)
    .where(where)
    .orderBy(asc(contacts.name), asc(contacts.id))
    .limit(CONTACTS_PER_PAGE + 1)
    .offset(offsetOf(filter.pageNumber, CONTACTS_PER_PAGE));
  const [total] = await scope.db.select({ n: count() }).from(contacts).where(where);
  const page = cutPage(rows, CONTACTS_PER_PAGE);
  return {
    contacts: page.rows.map((row) => toContactView(scope, row)),
    count: total?.n ?? 0,
    hasMore: page.hasMore,
  };
}

/** With the extra fields. Throws ERR_NO_CONTACT_FOUND. */
export async function getContact(scope: Scope, contactId: number): Promise<ContactDetail> {
  requireCan(scope, canReadContacts);
  const row = await scope.db.query.contacts.findFirst({ where: eq(contacts.id, contactId) });
  if (!row) throw new AppError('ERR_NO_CONTACT_FOUND');
  const fields = await scope.db
    .select()
    .from(contactFields)
    .where(eq(contactFields.contactId, contactId))
    .orderBy(asc(contactFields.id));
  return {
    ...toContactView(scope, row),
    extraInfo: fields.map(({ id, name, value }) => ({ id, name, value, contactId })),
  };
}

/** Where the contact is best reached: by its number, else by its hidden address. Throws ERR_NO_CONTACT_FOUND. */
export async function getAddress(scope: Scope, contactId: number): Promise<string> {
  const rows = await scope.db
    .select()
    .from(contactIdentities)
    .where(eq(contactIdentities.contactId, contactId));
  const best = rows.find((row) => row.kind === 'group') ?? rows.find((row) => row.kind === 'pn') ?? rows[0];
  if (best) return best.jid;
  const contact = await scope.db.query.contacts.findFirst({ where: eq(contacts.id, contactId) });
  if (!contact?.number) throw new AppError('ERR_NO_CONTACT_FOUND');
  return contact.isGroup ? `${contact.number}@g.us` : `${contact.number}@s.whatsapp.net`;
}

export function toContactView(scope: Scope, row: ContactRow): ContactView {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    email: row.email,
    profilePicUrl: mediaUrl(scope, row.picturePath),
    isGroup: row.isGroup,
    active: row.active,
    companyId: scope.companyId,
    whatsappId: row.connectionId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function matching(text: string): SQL | undefined {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return or(
    sql`lower(${contacts.name}) LIKE ${pattern} ESCAPE '\\'`,
    sql`${contacts.number} LIKE ${pattern} ESCAPE '\\'`,
  );
}
