import { ticketEvents, ticketNotes, tickets, ticketTags } from '@db/tenant/schema/index.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import type { TicketRow } from '../list/tickets.queries.ts';
import { isAtMenu, isWithBot } from '../list/with-bot.queries.ts';
import { ALL_RESPONDERS } from '../work/bot-memory.schema.ts';
import { NO_BOT } from '../work/no-bot.logic.ts';
import { assignmentOf } from '../work/tickets.service.ts';
import { joinTrackings } from './join-trackings.steps.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    'tickets.joining': { from: number; into: number };
  }
}

/** The unique index allows one open ticket on a connection. */
export async function mergeTickets(tx: Scope, { keep, drop }: StepMap['contacts.merging']): Promise<void> {
  const moving = await tx.db.query.tickets.findMany({ where: eq(tickets.contactId, drop) });
  for (const ticket of moving) {
    const rival = await findRival(tx, ticket, keep);
    if (rival) {
      await joinTickets(tx, ticket, rival);
      continue;
    }
    await tx.db.update(tickets).set({ contactId: keep }).where(eq(tickets.id, ticket.id));
    tx.emit('ticket.updated', { ticketId: ticket.id });
  }
  await tx.db.update(ticketNotes).set({ contactId: keep }).where(eq(ticketNotes.contactId, drop));
}

async function findRival(tx: Scope, ticket: TicketRow, keep: number): Promise<TicketRow | undefined> {
  const { status, connectionId } = ticket;
  if (status === 'closed' || connectionId === null) return undefined;
  return tx.db.query.tickets.findFirst({
    where: and(
      eq(tickets.contactId, keep),
      eq(tickets.connectionId, connectionId),
      ne(tickets.status, 'closed'),
    ),
  });
}

async function joinTickets(tx: Scope, ticket: TicketRow, rival: TicketRow): Promise<void> {
  const [from, into] = [ticket.id, rival.id];
  await tx.kernel.steps.take(tx, 'tickets.joining', { from, into });
  await tx.db.update(ticketNotes).set({ ticketId: into }).where(eq(ticketNotes.ticketId, from));
  await tx.db.update(ticketEvents).set({ ticketId: into }).where(eq(ticketEvents.ticketId, from));
  await tx.db.run(
    sql`update or ignore ${ticketTags} set ticket_id = ${into} where ${ticketTags.ticketId} = ${from}`,
  );
  await joinTrackings(tx, { from, into });
  await tx.db
    .update(tickets)
    .set(together(ticket, rival, tx.now()))
    .where(eq(tickets.id, into));
  await tx.db.delete(tickets).where(eq(tickets.id, from));
  tx.emit('ticket.deleted', { ticketId: from, ...assignmentOf(ticket) });
  tx.emit('ticket.updated', { ticketId: into, before: assignmentOf(rival) });
}

function together(ticket: TicketRow, rival: TicketRow, now: Date): Partial<TicketRow> {
  const { lastMessage, lastMessageId, fromMe, updatedAt } = ticket;
  const isNewer = (lastMessageId ?? 0) > (rival.lastMessageId ?? 0);
  const isSnoozed = ticket.snoozedUntil !== null && rival.snoozedUntil !== null;
  const endsSnooze = !isSnoozed && (ticket.snoozedUntil ?? rival.snoozedUntil) !== null;
  const { answeredAt } = isNewer ? ticket : rival;
  return {
    // As when a snooze ends, the customer's silence begins anew.
    answeredAt: answeredAt && endsSnooze ? now : answeredAt,
    snoozedUntil: isSnoozed ? earlier(ticket.snoozedUntil, rival.snoozedUntil) : null,
    unreadMessages: rival.unreadMessages + ticket.unreadMessages,
    userId: rival.userId ?? ticket.userId,
    queueId: rival.queueId ?? ticket.queueId,
    waitingSince: earlier(rival.waitingSince, ticket.waitingSince),
    status: rival.status === 'open' || ticket.status === 'open' ? 'open' : 'pending',
    ...(isNewer && { lastMessage, lastMessageId, fromMe, updatedAt }),
    ...botOf(ticket, rival),
  };
}

/** A customer who waits for people in one of them is not given back to a bot. */
function botOf(ticket: TicketRow, rival: TicketRow): Partial<TicketRow> {
  const [isHeld, isRivalHeld] = [ticket, rival].map((one) =>
    isWithBot({ ...one, isAtMenu: isAtMenu(one.bot) }),
  );
  if (isHeld && isRivalHeld) return {};
  const over = isHeld || isRivalHeld ? [ALL_RESPONDERS] : [];
  for (const { bot } of [rival, ticket]) over.push(...(bot?.over ?? []));
  const { bot } = isRivalHeld ? ticket : rival;
  return {
    ...(isRivalHeld && { ...NO_BOT, queueId: ticket.queueId ?? rival.queueId }),
    bot: over.length > 0 ? { ...bot, over: [...new Set(over)] } : bot,
  };
}

function earlier(one: Date | null, other: Date | null): Date | null {
  return one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other);
}
