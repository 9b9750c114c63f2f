import { contacts, tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { deleteInParts } from '@/core/db/delete-in-parts.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { requireTicket } from '../list/tickets.queries.ts';
import { canDeleteTicket } from '../tickets.policy.ts';
import { assignmentOf } from './tickets.service.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    'ticket.deleting': { ticketId: number };
  }
}

export async function deleteTicket(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  requireCan(scope, canDeleteTicket);
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, ticketId);
    const contact = await tx.db.query.contacts.findFirst({ where: eq(contacts.id, ticket.contactId) });
    const { uuid, status } = ticket;
    const on = { id: ticketId, name: contact?.name ?? '' };
    await audit(tx, { what: 'ticket.deleted', on, before: { uuid, status } });
    await tx.kernel.steps.take(tx, 'ticket.deleting', { ticketId });
    await deleteInParts(tx, tickets, ticketId);
    tx.emit('ticket.deleted', { ticketId, ...assignmentOf(ticket) });
  });
}

export async function publishTicketsDeleted(
  tx: Scope,
  { contactId }: StepMap['contact.deleting'],
): Promise<void> {
  const gone = await tx.db.query.tickets.findMany({ where: eq(tickets.contactId, contactId) });
  for (const ticket of gone) tx.emit('ticket.deleted', { ticketId: ticket.id, ...assignmentOf(ticket) });
}
