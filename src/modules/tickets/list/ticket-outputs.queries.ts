import type { Scope } from '@/core/scope.ts';
import { getContact } from '@/modules/contacts/contacts.queries.ts';
import { getQueue } from '@/modules/queues/queues.queries.ts';
import type { NewlyOpened, TicketById, TicketDetail } from '../tickets.views.ts';
import { getTicket } from './tickets.queries.ts';

export async function getTicketById(scope: Scope, ticketId: number): Promise<TicketById> {
  const ticket = await getTicket(scope, ticketId);
  return { ...ticket, queue: ticket.queue && { ...ticket.queue, prompt: null, queueIntegrations: null } };
}

export async function toNewlyOpened(scope: Scope, ticket: TicketDetail): Promise<NewlyOpened> {
  const contact = await getContact(scope, ticket.contactId);
  const queue = ticket.queueId === null ? null : await getQueue(scope, ticket.queueId);
  return { ...ticket, contact, queue };
}
