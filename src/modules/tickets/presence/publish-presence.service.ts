import { contactIdentities, contacts, tickets } from '@db/tenant/schema/index.ts';
import { and, eq, ne } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { PresenceState } from '@/whatsapp/port.ts';
import { aboutTicket } from '../follow/ticket-topics.logic.ts';
import { canSeeTicket } from '../tickets.policy.ts';

export async function publishPresence(
  scope: Scope,
  connectionId: number,
  chatJid: string,
  author: string,
  presence: PresenceState,
): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const [ticket] = await scope.db
    .select({ id: tickets.id, userId: tickets.userId, queueId: tickets.queueId })
    .from(tickets)
    .innerJoin(contactIdentities, eq(contactIdentities.contactId, tickets.contactId))
    .where(
      and(
        eq(contactIdentities.jid, chatJid),
        eq(tickets.connectionId, connectionId),
        ne(tickets.status, 'closed'),
      ),
    );
  if (!ticket) return;
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'presence',
    data: { ticketId: ticket.id, presence, name: await nameOf(scope, author) },
    canReceive: (actor) => canSeeTicket(actor, ticket),
    about: aboutTicket(ticket.id),
  });
}

async function nameOf(scope: Scope, jid: string): Promise<string> {
  const [row] = await scope.db
    .select({ name: contacts.name })
    .from(contacts)
    .innerJoin(contactIdentities, eq(contactIdentities.contactId, contacts.id))
    .where(eq(contactIdentities.jid, jid));
  return row?.name ?? '';
}
