import { contactListItems, contacts, optOuts } from '@db/tenant/schema/index.ts';
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { hasTag } from '@/modules/contact-lists/fill/tagged-people.queries.ts';
import type { Recipient } from './render-text.logic.ts';

/** `i` is a row with number and is_on_whatsapp. Keys under `campaigns:reason.*`; null when the message may be sent. */
export const reasonOf = sql`case
  when i.is_on_whatsapp is null then 'not_checked'
  when i.is_on_whatsapp = 0 then 'not_on_whatsapp'
  when exists (select 1 from ${optOuts} o where o.number = i.number) then 'opted_out'
  when exists (select 1 from ${contacts} c where c.number = i.number and c.is_blocked = 1) then 'blocked' end`;

export type AudienceSource = { listId: number } | { tagId: number };
export type Audience = {
  people: number;
  leftOut: { reason: string; count: number }[];
  /** The first one who gets it; null when nobody does. */
  example: Recipient | null;
};

/** Everybody of the list or with the tag, as the campaign sorts them when it starts. */
export async function countAudience({ slowDb }: Scope, source: AudienceSource): Promise<Audience> {
  const all = 'tagId' in source ? taggedPeople(slowDb, source.tagId) : peopleOfList(slowDb, source.listId);
  const reason = sql<string | null>`${reasonOf}`;
  const rows = await slowDb
    .select({ reason: reason.as('reason'), n: count() })
    .from(sql`(${all}) i`)
    .groupBy(sql`reason`)
    .orderBy(sql`reason`);
  const [example] = await slowDb
    .select({ name: sql<string>`i.name`, email: sql<string>`i.email`, number: sql<string>`i.number` })
    .from(sql`(${all}) i`)
    .where(sql`${reasonOf} is null`)
    .orderBy(sql`i.id`)
    .limit(1);
  return {
    people: rows.find((row) => row.reason === null)?.n ?? 0,
    leftOut: rows.flatMap((row) => (row.reason === null ? [] : [{ reason: row.reason, count: row.n }])),
    example: example ?? null,
  };
}

function peopleOfList(db: Scope['slowDb'], listId: number): SQL {
  const { id, name, email, number, isOnWhatsapp } = contactListItems;
  const rows = db.select({ id, name, email, number, isOnWhatsapp }).from(contactListItems);
  return rows.where(eq(contactListItems.listId, listId)).getSQL();
}

function taggedPeople(db: Scope['slowDb'], tagId: number): SQL {
  const { id, name, email, number } = contacts;
  const isOnWhatsapp = sql`1`.as('is_on_whatsapp');
  const rows = db.select({ id, name, email, number, isOnWhatsapp }).from(contacts);
  return rows.where(and(hasTag(db, tagId))).getSQL();
}
