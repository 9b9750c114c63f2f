import { contacts, tickets, ticketTags } from '@db/tenant/schema/index.ts';
import { and, eq, exists, ne, type SQL } from 'drizzle-orm';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';

export const isReachable = and(eq(contacts.isGroup, false), ne(contacts.number, ''));

/** For rows of `contacts`: a person of whom a ticket has the tag. */
export function hasTag(db: TenantReader, tagId: number): SQL | undefined {
  const tagged = db
    .select({ id: tickets.id })
    .from(tickets)
    .innerJoin(ticketTags, eq(ticketTags.ticketId, tickets.id))
    .where(and(eq(tickets.contactId, contacts.id), eq(ticketTags.tagId, tagId)));
  return and(isReachable, exists(tagged));
}
