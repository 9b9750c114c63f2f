import { contacts, tickets, ticketTags } from '@db/tenant/schema/index.ts';
import { and, asc, eq, exists, gt, ne, sql } from 'drizzle-orm';
import { cutAt } from '@/kernel/db/text.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { findPeople } from '@/modules/contacts/contact-search.ts';
import { getTag } from '@/modules/tags/tags.queries.ts';
import { canManageLists } from '../contact-lists.policy.ts';
import { getContactList } from '../contact-lists.queries.ts';
import { type ContactListInput, type Filling, MAX_NAME } from '../contact-lists.schema.ts';
import { createContactList } from '../contact-lists.service.ts';
import type { ContactListView } from '../contact-lists.views.ts';
import { PEOPLE_AT_ONCE, type Poured, pourInto } from './pour.ts';

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

/** How many were new to the list. Throws ERR_NO_CONTACTLIST_FOUND, ERR_NO_TAG_FOUND. */
export async function fillList(
  scope: Scope,
  { contactListId, filling }: { contactListId: number; filling: Filling },
): Promise<number> {
  requireCan(scope, canManageLists);
  await getContactList(scope, contactListId);
  switch (filling.source) {
    case 'none':
      return 0;
    case 'tag':
      await getTag(scope, filling.tagId);
      return pourInto(scope, contactListId, (after) => peopleWithTag(scope, filling.tagId, after));
    case 'search': {
      const { ids } = await findPeople(scope, { searchParam: filling.words }, { offset: 0, limit: -1 });
      const sorted = ids.sort((a, b) => a - b);
      return pourInto(scope, contactListId, (after) => peopleAmong(scope, sorted, after));
    }
  }
}

/** Who has a ticket with it: they have written, so nobody needs to ask WhatsApp. */
async function peopleWithTag(scope: Scope, tagId: number, after: number): Promise<Poured[]> {
  const tagged = scope.db
    .select({ id: tickets.id })
    .from(tickets)
    .innerJoin(ticketTags, eq(ticketTags.ticketId, tickets.id))
    .where(and(eq(tickets.contactId, contacts.id), eq(ticketTags.tagId, tagId)));
  const rows = await select(scope)
    .where(and(isReachable, gt(contacts.id, after), exists(tagged)))
    .orderBy(asc(contacts.id))
    .limit(PEOPLE_AT_ONCE);
  return rows.map((row) => toPerson({ ...row, isKnown: 1 }));
}

async function peopleAmong(scope: Scope, sorted: number[], after: number): Promise<Poured[]> {
  const ids = JSON.stringify(sorted.filter((id) => id > after));
  const rows = await select(scope)
    .where(and(isReachable, sql`${contacts.id} in (select value from json_each(${ids}))`))
    .orderBy(asc(contacts.id))
    .limit(PEOPLE_AT_ONCE);
  return rows.map(toPerson);
}

const isReachable = and(eq(contacts.isGroup, false), ne(contacts.number, ''));

function select(scope: Scope) {
  const { id, name, number, email } = contacts;
  const isKnown = sql<number>`exists (select 1 from contact_identities i where i.contact_id = contacts.id and i.kind = 'pn')`;
  return scope.db.select({ id, name, number, email, isKnown }).from(contacts).$dynamic();
}

type Row = { id: number; name: string; number: string; email: string; isKnown: number };

function toPerson({ id, name, number, email, isKnown }: Row): Poured {
  return { id, name: cutAt(name, MAX_NAME), number, email, isOnWhatsapp: isKnown ? true : null };
}
