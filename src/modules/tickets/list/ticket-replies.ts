import type { Scope } from '@/kernel/scope.ts';
import { getContact } from '@/modules/contacts/contacts.queries.ts';
import { getQueue } from '@/modules/queues/queues.queries.ts';
import type { NewlyOpened, TicketById, TicketDetail } from '../tickets.views.ts';
import { getTicket } from './tickets.queries.ts';

/** Throws ERR_NO_TICKET_FOUND. */
export async function getTicketById(scope: Scope, ticketId: number): Promise<TicketById> {
  const ticket = await getTicket(scope, ticketId);
  return { ...ticket, queue: ticket.queue && { ...ticket.queue, prompt: null, queueIntegrations: null } };
}

/** The contract's reply to a new ticket: contact and queue as whole rows. */
export async function toNewlyOpened(scope: Scope, ticket: TicketDetail): Promise<NewlyOpened> {
  const contact = await getContact(scope, ticket.contactId);
  const queue = ticket.queueId === null ? null : await getQueue(scope, ticket.queueId);
  return { ...ticket, contact, queue };
}
