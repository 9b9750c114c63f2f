import { connections, contactFields, contactIdentities, contacts, tickets } from '@db/tenant/schema/index.ts';
import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { amongIds, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { AppError } from '@/core/errors.ts';
import { jsonArray } from '@/core/json-stream.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { mediaUrl } from '@/core/storage/storage.ts';
import { canReadContacts } from './contacts.policy.ts';
import { CONTACTS_PER_PAGE, type ContactFilter } from './contacts.schema.ts';
import type { ContactDetail, ContactPage, ContactView, ExtraInfoView } from './contacts.views.ts';
import { spellingsOf } from './numbers/contact-number.logic.ts';
import { countPeople, findAllIds, findPeople } from './search/contact-search.queries.ts';
import type { Groups } from './search/contact-terms.queries.ts';

export type ContactRow = typeof contacts.$inferSelect;

type Listed = Pick<ContactPage, 'contacts' | 'hasMore'>;
type Filter = ContactFilter & { groups?: Groups };

/** For our own pages, which show no count: in a large company counting takes longer than the page. */
export async function listContactsUncounted(scope: Scope, filter: Filter): Promise<Listed> {
  requireCan(scope, canReadContacts);
  const size = sizeOf(filter, CONTACTS_PER_PAGE);
  const offset = offsetOf(filter, CONTACTS_PER_PAGE);
  const page = cutPage(await findPeople(scope, filter, { offset, limit: size + 1 }), size);
  return { contacts: await loadContacts(scope, page.rows), hasMore: page.hasMore };
}

export async function listContacts(scope: Scope, filter: Filter): Promise<ContactPage> {
  requireCan(scope, canReadContacts);
  const [page, count] = await Promise.all([listContactsUncounted(scope, filter), countPeople(scope, filter)]);
  return { ...page, count };
}

/** A JSON array of ContactView by name, read while streaming. */
export async function streamContacts(
  scope: Scope,
  { name }: { name: string },
): Promise<ReadableStream<Uint8Array>> {
  requireCan(scope, canReadContacts);
  return jsonArray(await findAllIds(scope, name), (ids) => loadContacts(scope, ids));
}

async function loadContacts(scope: Scope, ids: number[]): Promise<ContactView[]> {
  const rows = await contactsByIds(scope.db, { ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.contact.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => toContactView(scope, row));
}

export async function listContactsByIds(scope: Scope, ids: number[]): Promise<ContactView[]> {
  requireCan(scope, canReadContacts);
  const rows = await selectContacts(scope.db).where(inArray(contacts.id, ids)).orderBy(asc(contacts.id));
  return rows.map((row) => toContactView(scope, row));
}

export async function getContact(scope: Scope, contactId: number): Promise<ContactDetail> {
  requireCan(scope, canReadContacts);
  const [row] = await selectContacts(scope.db).where(eq(contacts.id, contactId));
  if (!row) throw new AppError('ERR_NO_CONTACT_FOUND');
  const fields = await scope.db
    .select()
    .from(contactFields)
    .where(eq(contactFields.contactId, contactId))
    .orderBy(asc(contactFields.id));
  const [whatsapp = null] = await scope.db
    .select({ id: connections.id, name: connections.name })
    .from(connections)
    .where(eq(connections.id, row.contact.connectionId ?? 0));
  return {
    ...toContactView(scope, row),
    extraInfo: fields.map(toExtraInfo),
    whatsapp,
  };
}

export function toExtraInfo(row: typeof contactFields.$inferSelect): ExtraInfoView {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}

export async function requireContact(scope: Scope, contactId: number): Promise<ContactRow> {
  const row = await contactById(scope.db, { contactId });
  if (!row) throw new AppError('ERR_NO_CONTACT_FOUND');
  return row;
}

export const contactById = tenantStatement((db) =>
  db.query.contacts.findFirst({ where: eq(contacts.id, sql.placeholder('contactId')) }),
);

export async function getAddress(scope: Scope, contactId: number): Promise<string> {
  const [address] = await getAddresses(scope, contactId);
  return address;
}

/** All that WhatsApp knows: the shown one first, then the newest, the hidden ones last; else the number's. Throws ERR_NO_CONTACT_FOUND. */
export async function getAddresses(scope: Scope, contactId: number): Promise<[string, ...string[]]> {
  const rows = await addressesOf(scope.db, { contactId });
  const [contact] = rows;
  const shown = contact ? numberAddresses(contact) : [];
  const jids = rows.flatMap(({ jid }) => jid ?? []);
  const first = shown.find((jid) => jids.includes(jid)) ?? jids[0] ?? shown[0];
  if (!first) throw new AppError('ERR_NO_CONTACT_FOUND');
  return [first, ...jids.filter((jid) => jid !== first)];
}

export function numberAddresses({ number, isGroup }: { number: string; isGroup: boolean }): string[] {
  if (number === '') return [];
  return isGroup ? [`${number}@g.us`] : spellingsOf(number).map((digits) => `${digits}@s.whatsapp.net`);
}

const addressesOf = tenantStatement((db) =>
  db
    .select({ number: contacts.number, isGroup: contacts.isGroup, jid: contactIdentities.jid })
    .from(contacts)
    .leftJoin(contactIdentities, eq(contactIdentities.contactId, contacts.id))
    .where(eq(contacts.id, sql.placeholder('contactId')))
    .orderBy(
      sql`${contactIdentities.kind} = 'lid'`,
      desc(contactIdentities.createdAt),
      asc(contactIdentities.jid),
    ),
);

function selectContacts(db: TenantReader) {
  const newest = sql`(select t.id from tickets t where t.contact_id = ${contacts.id} order by t.updated_at desc, t.id desc limit 1)`;
  return db
    .select({
      contact: contacts,
      ticket: { id: tickets.id, uuid: tickets.uuid, updatedAt: tickets.updatedAt },
    })
    .from(contacts)
    .leftJoin(tickets, eq(tickets.id, newest))
    .$dynamic();
}

const contactsByIds = tenantStatement((db) => selectContacts(db).where(amongIds(contacts.id)));

type Selected = {
  contact: ContactRow;
  ticket: { id: number; uuid: string; updatedAt: Date } | null;
};

function toContactView(scope: Scope, { contact, ticket }: Selected): ContactView {
  return {
    id: contact.id,
    name: contact.name,
    number: contact.number,
    email: contact.email,
    profilePicUrl: mediaUrl(scope, contact.picturePath),
    isGroup: contact.isGroup,
    active: contact.active,
    isBlocked: contact.isBlocked,
    lastInteractionAt: contact.lastInteractionAt?.toISOString() ?? null,
    uuid: ticket?.uuid ?? null,
    tickets: ticket ? [{ ...ticket, updatedAt: ticket.updatedAt.toISOString() }] : [],
    companyId: scope.companyId,
    whatsappId: contact.connectionId,
    createdAt: contact.createdAt.toISOString(),
    updatedAt: contact.updatedAt.toISOString(),
  };
}
