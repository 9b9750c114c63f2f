import { contacts, tickets, ticketTags } from '@db/tenant/schema/index.ts';
import { and, asc, eq, exists, gt, ne, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/kernel/clock.ts';
import { cutAt } from '@/kernel/db/text.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { findPeople } from '@/modules/contacts/contact-search.ts';
import { getTag } from '@/modules/tags/tags.queries.ts';
import { wantCheck } from '../check/want-check.ts';
import { canManageLists } from '../contact-lists.policy.ts';
import { getContactList } from '../contact-lists.queries.ts';
import { type ContactListInput, type Filling, MAX_NAME } from '../contact-lists.schema.ts';
import { createContactList } from '../contact-lists.service.ts';
import type { ContactListView } from '../contact-lists.views.ts';
import { addPeople, type NewPerson } from './add-people.ts';

const PEOPLE_AT_ONCE = 500;

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
      return pour(scope, contactListId, (after) => peopleWithTag(scope, filling.tagId, after));
    case 'search': {
      const { ids } = await findPeople(scope, { searchParam: filling.words }, { offset: 0, limit: -1 });
      const sorted = ids.sort((a, b) => a - b);
      return pour(scope, contactListId, (after) => peopleAmong(scope, sorted, after));
    }
  }
}

type Found = NewPerson & { id: number };

/** In steps, between which others get their turn. */
async function pour(
  scope: Scope,
  contactListId: number,
  next: (after: number) => Promise<Found[]>,
): Promise<number> {
  let added = 0;
  for (let after = 0; ; ) {
    const people = await next(after);
    const last = people.at(-1);
    if (!last) return added;
    added += await scope.write(async (tx) => {
      const made = (await addPeople(tx, contactListId, people)).filter((id) => id !== null);
      if (people.some(({ isOnWhatsapp }) => isOnWhatsapp === null)) await wantCheck(tx, contactListId);
      tx.emit('contact-list.reloaded', { contactListId, itemIds: [] });
      return made.length;
    });
    after = last.id;
    await yieldToLoop();
  }
}

/** Who has a ticket with it: they have written, so nobody needs to ask WhatsApp. */
async function peopleWithTag(scope: Scope, tagId: number, after: number): Promise<Found[]> {
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

async function peopleAmong(scope: Scope, sorted: number[], after: number): Promise<Found[]> {
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

function toPerson({ id, name, number, email, isKnown }: Row): Found {
  return { id, name: cutAt(name, MAX_NAME), number, email, isOnWhatsapp: isKnown ? true : null };
}
