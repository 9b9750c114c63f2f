import { contacts } from '@db/tenant/schema/index.ts';
import { and, asc, gt, sql } from 'drizzle-orm';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { cutAt } from '@/core/text.ts';
import { findAllIds } from '@/modules/contacts/search/contact-search.queries.ts';
import { getTag } from '@/modules/tags/tags.queries.ts';
import { canManageLists } from '../contact-lists.policy.ts';
import { getContactList } from '../contact-lists.queries.ts';
import { type ContactListInput, type Filling, MAX_NAME } from '../contact-lists.schema.ts';
import { createContactList } from '../contact-lists.service.ts';
import type { ContactListView } from '../contact-lists.views.ts';
import { PEOPLE_AT_ONCE, type Poured, pourInto } from './add-in-batches.service.ts';
import { hasTag, isReachable } from './tagged-people.queries.ts';

/** Throws as `createContactList`, and ERR_NO_TAG_FOUND. */
export async function createFilledList(
  scope: Scope,
  { name, filling }: ContactListInput & { filling: Filling },
): Promise<{ list: ContactListView; added: number }> {
  requireCan(scope, canManageLists);
  if (filling.source === 'tag') await getTag(scope, filling.tagId);
  const { id: contactListId } = await createContactList(scope, { name });
  const added = await fillList(scope, { contactListId, filling });
  return { list: await getContactList(scope, contactListId), added };
}

/** Returns how many were new to the list. Throws ERR_NO_CONTACTLIST_FOUND, ERR_NO_TAG_FOUND. */
export async function fillList(
  scope: Scope,
  { contactListId, filling }: { contactListId: number; filling: Filling },
): Promise<number> {
  requireCan(scope, canManageLists);
  await getContactList(scope, contactListId);
  switch (filling.source) {
    case 'none':
    case 'sheet':
      return 0;
    case 'tag':
      await getTag(scope, filling.tagId);
      return pourInto(scope, contactListId, (after) => peopleWithTag(scope, filling.tagId, after));
    case 'search': {
      const sorted = (await findAllIds(scope, filling.words)).sort((a, b) => a - b);
      return pourInto(scope, contactListId, (after) => peopleAmong(scope, sorted, after));
    }
  }
}

/** Contacts with a ticket are known to be on WhatsApp; skip the lookup. */
async function peopleWithTag(scope: Scope, tagId: number, after: number): Promise<Poured[]> {
  const rows = await select(scope.slowDb)
    .where(and(hasTag(scope.slowDb, tagId), gt(contacts.id, after)))
    .orderBy(asc(contacts.id))
    .limit(PEOPLE_AT_ONCE);
  return rows.map((row) => toPerson({ ...row, isKnown: 1 }));
}

async function peopleAmong({ db }: Scope, sorted: number[], after: number): Promise<Poured[]> {
  const first = sorted.findIndex((id) => id > after);
  for (let at = first; first >= 0 && at < sorted.length; at += PEOPLE_AT_ONCE) {
    const ids = JSON.stringify(sorted.slice(at, at + PEOPLE_AT_ONCE));
    const rows = await select(db)
      .where(and(isReachable, sql`${contacts.id} in (select value from json_each(${ids}))`))
      .orderBy(asc(contacts.id));
    if (rows.length > 0) return rows.map(toPerson);
  }
  return [];
}

function select(db: TenantReader) {
  const { id, name, number, email } = contacts;
  const isKnown = sql<number>`exists (select 1 from contact_identities i where i.contact_id = contacts.id and i.kind = 'pn')`;
  return db.select({ id, name, number, email, isKnown }).from(contacts).$dynamic();
}

type Row = { id: number; name: string; number: string; email: string; isKnown: number };

function toPerson({ id, name, number, email, isKnown }: Row): Poured {
  return { id, name: cutAt(name, MAX_NAME), number, email, isOnWhatsapp: isKnown ? true : null };
}
