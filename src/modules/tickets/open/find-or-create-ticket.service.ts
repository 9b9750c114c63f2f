import { tickets } from '@db/tenant/schema/index.ts';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import type { Scope } from '@/core/scope.ts';
import { recordTicketEvent } from '../history/record-ticket-event.service.ts';
import type { TicketRow } from '../list/tickets.queries.ts';
import { NO_BOT } from '../work/no-bot.logic.ts';
import { track } from '../work/trackings.service.ts';

export type TicketWanted = {
  contactId: number;
  connectionId: number;
  isGroup: boolean;
  fromMe: boolean;
  since: Date;
  /** '' for anything but plain text. */
  text: string;
};

declare module '@/core/steps.ts' {
  interface StepMap {
    /** A customer writes in a closed ticket; a listener that consumes the message sets `staysClosed`. */
    'ticket.reopening': { ticket: TicketAtHand; text: string; answer: { staysClosed: boolean } };
  }
}

export const AT_HAND = {
  id: tickets.id,
  status: tickets.status,
  userId: tickets.userId,
  queueId: tickets.queueId,
  connectionId: tickets.connectionId,
  contactId: tickets.contactId,
  isGroup: tickets.isGroup,
  isSilent: tickets.isSilent,
  chatbot: tickets.chatbot,
  queueOptionId: tickets.queueOptionId,
  amountUsedBotQueues: tickets.amountUsedBotQueues,
  bot: tickets.bot,
  useIntegration: tickets.useIntegration,
  promptId: tickets.promptId,
  integrationId: tickets.integrationId,
  lastMessageId: tickets.lastMessageId,
};
export type TicketAtHand = Pick<TicketRow, keyof typeof AT_HAND>;

/** `isOpened`: by this message. A customer's message reopens a closed ticket without owner (contract, message-flow §5). */
export async function findOrCreateTicket(
  tx: Scope,
  wanted: TicketWanted,
): Promise<TicketAtHand & { isOpened: boolean }> {
  const { contactId, connectionId } = wanted;
  const [known] = await ticketOf(tx.db, { contactId, connectionId });
  if (!known) return { ...(await createTicket(tx, wanted)), isOpened: true };
  if (known.status !== 'closed' || wanted.fromMe) return { ...known, isOpened: false };
  const answer = { staysClosed: false };
  await tx.kernel.steps.take(tx, 'ticket.reopening', { ticket: known, text: wanted.text, answer });
  if (answer.staysClosed) return { ...known, isOpened: false };
  return { ...(await reopen(tx, known, wanted.since)), isOpened: true };
}

export const ticketOf = tenantStatement((db) =>
  db
    .select(AT_HAND)
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, sql.placeholder('contactId')),
        eq(tickets.connectionId, sql.placeholder('connectionId')),
      ),
    )
    // After a merge there may be several, at most one of them open.
    .orderBy(asc(eq(tickets.status, 'closed')), desc(tickets.id))
    .limit(1),
);

async function reopen(tx: Scope, ticket: TicketAtHand, waitingSince: Date): Promise<TicketAtHand> {
  const change = { status: 'pending' as const, userId: null, queueId: null, ...NO_BOT };
  await tx.db
    .update(tickets)
    .set({ ...change, isSilent: false, waitingSince })
    .where(eq(tickets.id, ticket.id));
  await track(tx, { ...ticket, ...change });
  await recordTicketEvent(tx, { ticketId: ticket.id, type: 'reopened' });
  const { status, userId, queueId } = ticket;
  tx.emit('ticket.updated', { ticketId: ticket.id, before: { status, userId, queueId } });
  return { ...ticket, ...change };
}

async function createTicket(
  tx: Scope,
  { contactId, connectionId, isGroup, since }: TicketWanted,
): Promise<TicketAtHand> {
  const ticket = await tx.db
    .insert(tickets)
    .values({
      uuid: tx.kernel.ids.uuid(),
      status: 'pending',
      contactId,
      connectionId,
      isGroup,
      waitingSince: since,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    .returning(AT_HAND)
    .then(insertedRow);
  await track(tx, ticket);
  await recordTicketEvent(tx, { ticketId: ticket.id, type: 'opened' });
  tx.emit('ticket.created', { ticketId: ticket.id });
  return ticket;
}
