import { contactListItems as items } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { searchable } from '@/core/db/search.ts';
import type { Scope } from '@/core/scope.ts';
import { storable } from '@/core/text.ts';
import { spellingsOf } from '@/modules/contacts/numbers/contact-number.logic.ts';

/** `number` in digits; `isOnWhatsapp` null until WhatsApp was asked. */
export type NewPerson = { name: string; number: string; email: string; isOnWhatsapp: boolean | null };

/** In order: the new item's id, or null for a number that is in the list, in either spelling of the ninth digit. */
export async function addPeople(tx: Scope, listId: number, people: NewPerson[]): Promise<(number | null)[]> {
  const known = await knownAmong(tx, listId, people);
  const fresh = people.map(({ number }) => {
    const isNew = !known.has(number);
    for (const spelling of spellingsOf(number)) known.add(spelling);
    return isNew;
  });
  const values = people.filter((_, index) => fresh[index]).map((person) => toRow(tx, listId, person));
  if (values.length === 0) return people.map(() => null);
  const made = await tx.db.insert(items).values(values).returning({ id: items.id, number: items.number });
  const idOf = new Map(made.map(({ id, number }) => [number, id]));
  return people.map(({ number }, index) => (fresh[index] ? (idOf.get(number) ?? null) : null));
}

async function knownAmong(tx: Scope, listId: number, people: NewPerson[]): Promise<Set<string>> {
  const asked = JSON.stringify(people.flatMap(({ number }) => spellingsOf(number)));
  const rows = await tx.db
    .select({ number: items.number })
    .from(items)
    .where(
      and(eq(items.listId, listId), inArray(items.number, sql`(select value from json_each(${asked}))`)),
    );
  return new Set(rows.flatMap(({ number }) => spellingsOf(number)));
}

function toRow(tx: Scope, listId: number, { name, email, number, isOnWhatsapp }: NewPerson) {
  const fields = { name: storable(name), searchName: searchable(storable(name)), email: storable(email) };
  const checkedAt = isOnWhatsapp === null ? null : tx.now();
  return { listId, ...fields, number, isOnWhatsapp, checkedAt, createdAt: tx.now(), updatedAt: tx.now() };
}
