import {
  campaignShippings,
  contacts,
  messages,
  schedules,
  ticketNotes,
  tickets,
} from '@db/tenant/schema/index.ts';
import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { ErasureCounts } from './erasures.schema.ts';

export async function countPerson({ db }: Scope, contactId: number): Promise<ErasureCounts> {
  const theirs = or(eq(messages.chatId, contactId), eq(messages.contactId, contactId));
  const contact = await db.query.contacts.findFirst({ where: eq(contacts.id, contactId) });
  return {
    tickets: await db.$count(tickets, eq(tickets.contactId, contactId)),
    messages: await db.$count(messages, theirs),
    files:
      (await db.$count(messages, and(theirs, isNotNull(messages.mediaPath)))) +
      (contact?.picturePath ? 1 : 0) +
      (await db.$count(schedules, and(eq(schedules.contactId, contactId), isNotNull(schedules.mediaPath)))),
    schedules: await db.$count(schedules, eq(schedules.contactId, contactId)),
    notes: await db.$count(ticketNotes, eq(ticketNotes.contactId, contactId)),
    shippings: await db.$count(campaignShippings, eq(campaignShippings.contactId, contactId)),
  };
}
