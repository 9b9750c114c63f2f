import { connections, queues, tickets } from '@db/tenant/schema/index.ts';
import { and, desc, eq } from 'drizzle-orm';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { isAdmin, requireUser } from '@/core/policy.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import { contactById } from '@/modules/contacts/contacts.queries.ts';
import { requireActiveUser } from '@/modules/users/users.queries.ts';
import { recordTicketEvent } from '../history/record-ticket-event.service.ts';
import { findOpenTicket, getTicket, loadTicketViews } from '../list/tickets.queries.ts';
import { visibleTo } from '../tickets.policy.ts';
import type { NewTicket } from '../tickets.schema.ts';
import type { TicketDetail, TicketView } from '../tickets.views.ts';
import { namesOf, recordChange } from '../work/record-change.service.ts';
import { track } from '../work/trackings.service.ts';
import { preferredConnection } from './preferred-connection.queries.ts';

export type OpenedTicket = { ticket: TicketDetail; existing: null } | { ticket: null; existing: TicketView };

/**
 * A closed ticket of another queue stays hidden. Throws InvalidInput on `queueId`, ERR_NO_CONTACT_FOUND,
 * ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND.
 */
export async function openTicket(scope: Scope, input: NewTicket): Promise<OpenedTicket> {
  const actor = requireUser(scope);
  const queueId = input.queueId ?? null;
  if (queueId === null && !isAdmin(actor)) throw new InvalidInput({ queueId: 'tickets:new.queueRequired' });
  if (queueId !== null) await requireQueue(scope, queueId);
  if (input.userId != null) await requireActiveUser(scope, input.userId);
  const result = await scope.write(async (tx) => {
    const contact = await contactById(tx.db, { contactId: input.contactId });
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND');
    const connectionId = await chooseConnection(tx, input.whatsappId ?? null);
    const held = await findOpenTicket(tx, contact.id, connectionId);
    if (held) return { held: held.id };
    const userId = input.userId ?? actor.id;
    const ticketId = await reopenOrCreate(tx, {
      contactId: contact.id,
      isGroup: contact.isGroup,
      connectionId,
      queueId,
      userId,
    });
    return { ticketId };
  });
  if ('held' in result && result.held !== undefined) {
    const existing = (await loadTicketViews(scope, [result.held])).get(result.held);
    if (!existing) throw new AppError('ERR_CREATING_TICKET');
    return { ticket: null, existing };
  }
  return {
    ticket: await getTicket(asSystem(scope), result.ticketId ?? 0),
    existing: null,
  };
}

async function requireQueue(scope: Scope, queueId: number): Promise<void> {
  const { actor } = scope;
  const known = await scope.db.query.queues.findFirst({ where: eq(queues.id, queueId) });
  const isTheirs = isAdmin(actor) || (actor.kind === 'user' && actor.queueIds.includes(queueId));
  if (!known || !isTheirs) throw new AppError('ERR_NO_QUEUE_FOUND');
}

async function chooseConnection(tx: Scope, chosenId: number | null): Promise<number> {
  if (chosenId !== null) {
    const known = await tx.db.query.connections.findFirst({ where: eq(connections.id, chosenId) });
    if (!known) throw new AppError('ERR_NO_WAPP_FOUND');
    return known.id;
  }
  const preferred = await preferredConnection(tx);
  if (preferred === undefined) throw new AppError('ERR_NO_DEF_WAPP_FOUND');
  return preferred;
}

type Wanted = {
  contactId: number;
  isGroup: boolean;
  connectionId: number;
  queueId: number | null;
  userId: number;
};

async function reopenOrCreate(
  tx: Scope,
  { contactId, isGroup, connectionId, queueId, userId }: Wanted,
): Promise<number> {
  const state = { status: 'open' as const, queueId, userId, connectionId };
  const closed = await tx.db.query.tickets.findFirst({
    where: and(eq(tickets.contactId, contactId), eq(tickets.connectionId, connectionId), visibleTo(tx.actor)),
    orderBy: desc(tickets.id),
  });
  if (closed) {
    await tx.db
      .update(tickets)
      .set({ ...state, isSilent: false, answeredAt: null, updatedAt: tx.now() })
      .where(eq(tickets.id, closed.id));
    await track(tx, { ...closed, ...state });
    await recordChange(tx, closed.id, { before: closed, after: state, to: await namesOf(tx, state) });
    const { status, userId: formerUser, queueId: formerQueue } = closed;
    tx.emit('ticket.updated', {
      ticketId: closed.id,
      before: { status, userId: formerUser, queueId: formerQueue },
    });
    return closed.id;
  }
  const [ticket] = await tx.db
    .insert(tickets)
    .values({
      ...state,
      contactId,
      isGroup,
      uuid: tx.kernel.ids.uuid(),
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    .returning();
  if (!ticket) throw new AppError('ERR_CREATING_TICKET');
  await track(tx, ticket);
  await recordTicketEvent(tx, { ticketId: ticket.id, type: 'opened' });
  tx.emit('ticket.created', { ticketId: ticket.id });
  return ticket.id;
}
