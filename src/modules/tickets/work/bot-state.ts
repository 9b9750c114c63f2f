import { tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { given, tenantStatement } from '@/kernel/db/statement.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { TicketRow } from '../list/tickets.queries.ts';
import { placeOf } from './tickets.service.ts';
import { trackBot } from './trackings.ts';

export type BotState = Pick<
  TicketRow,
  'queueId' | 'queueOptionId' | 'chatbot' | 'amountUsedBotQueues' | 'bot'
>;

/** An attendance in which the bot has not spoken yet. */
export const NO_BOT = { chatbot: false, queueOptionId: null, amountUsedBotQueues: 0, bot: null };

/** `menuAt`: when a menu of queues was shown by this very change. */
export async function keepBotState(
  tx: Scope,
  ticket: Pick<TicketRow, 'id' | 'status' | 'userId' | 'queueId' | 'chatbot'>,
  { menuAt, ...next }: BotState & { menuAt: Date | null },
): Promise<void> {
  await keep(tx.db, { ...next, bot: next.bot && JSON.stringify(next.bot), id: ticket.id });
  const isMoved = next.queueId !== ticket.queueId;
  if (isMoved || menuAt) await trackBot(tx, { ticketId: ticket.id, queueId: next.queueId, menuAt });
  if (isMoved || next.chatbot !== ticket.chatbot)
    tx.emit('ticket.updated', { ticketId: ticket.id, before: placeOf(ticket) });
}

const keep = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      queueId: given('queueId'),
      queueOptionId: given('queueOptionId'),
      chatbot: given('chatbot'),
      amountUsedBotQueues: given('amountUsedBotQueues'),
      bot: given('bot'),
    })
    .where(eq(tickets.id, sql.placeholder('id'))),
);

/** Back in the menu's place: it comes again, and counts. */
export async function forgetMenu(tx: Scope, ticketId: number): Promise<void> {
  await forget(tx.db, { id: ticketId });
}

/** Somebody has taken the ticket in hand: the menu does not come back by itself. */
export async function forgetLeftQueue(tx: Scope, ticketId: number): Promise<void> {
  await forgetLeft(tx.db, { id: ticketId });
}

const forget = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ bot: sql`json_remove(${tickets.bot}, '$.menuAt', '$.saidInvalid')` })
    .where(eq(tickets.id, sql.placeholder('id'))),
);

const forgetLeft = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ bot: sql`json_remove(${tickets.bot}, '$.leftQueue')` })
    .where(eq(tickets.id, sql.placeholder('id'))),
);
