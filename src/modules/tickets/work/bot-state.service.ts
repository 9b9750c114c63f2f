import { tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { TicketRow } from '../list/tickets.queries.ts';
import { isAtMenu } from '../list/with-bot.queries.ts';
import { assignmentOf } from './tickets.service.ts';
import { trackBot } from './trackings.service.ts';

export type BotState = Pick<
  TicketRow,
  | 'queueId'
  | 'queueOptionId'
  | 'chatbot'
  | 'amountUsedBotQueues'
  | 'bot'
  | 'useIntegration'
  | 'promptId'
  | 'integrationId'
>;

export async function saveBotState(
  tx: Scope,
  ticket: Pick<TicketRow, 'id' | 'status' | 'userId' | 'queueId' | 'chatbot' | 'useIntegration' | 'bot'>,
  { menuAt, ...next }: BotState & { menuAt: Date | null },
): Promise<void> {
  await saveState(tx.db, { ...next, bot: next.bot && JSON.stringify(next.bot), id: ticket.id });
  const isMoved = next.queueId !== ticket.queueId;
  if (isMoved || menuAt) await trackBot(tx, { ticketId: ticket.id, queueId: next.queueId, menuAt });
  const isAnswered = next.useIntegration !== ticket.useIntegration;
  const isLeft = isAtMenu(next.bot) !== isAtMenu(ticket.bot);
  if (isMoved || isAnswered || isLeft || next.chatbot !== ticket.chatbot)
    tx.emit('ticket.updated', { ticketId: ticket.id, before: assignmentOf(ticket) });
}

const saveState = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      queueId: parameter('queueId'),
      queueOptionId: parameter('queueOptionId'),
      chatbot: parameter('chatbot'),
      amountUsedBotQueues: parameter('amountUsedBotQueues'),
      bot: parameter('bot'),
      useIntegration: parameter('useIntegration'),
      promptId: parameter('promptId'),
      integrationId: parameter('integrationId'),
    })
    .where(eq(tickets.id, sql.placeholder('id'))),
);

export async function forgetMenu(tx: Scope, ticketId: number): Promise<void> {
  await forget(tx.db, { id: ticketId });
}

export async function forgetLeftQueue(tx: Scope, ticketId: number): Promise<void> {
  await forgetLeft(tx.db, { id: ticketId });
}

/** Responders in `over` (`kind:id`, '*' for all) are not called again in this attendance. */
export async function endResponders(tx: Scope, ticketId: number, over: string): Promise<void> {
  await endOf(tx.db, { id: ticketId, over: JSON.stringify([over]) });
}

/** The responder's memory for the attendance; existing clients read a Typebot session from its old columns. */
export async function saveResponder(
  tx: Scope,
  ticketId: number,
  responder: TicketRow['machine'],
): Promise<void> {
  const session = responder?.kept?.typebotSessionId;
  const typebotSessionId = typeof session === 'string' ? session : null;
  await savedBy(tx.db, {
    ...{ id: ticketId, machine: responder && JSON.stringify(responder) },
    ...{ typebotSessionId, typebotStatus: typebotSessionId !== null },
  });
}

const endOf = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      bot: sql`json_set(coalesce(${tickets.bot}, '{}'), '$.over', json(${sql.placeholder('over')}))`,
      useIntegration: false,
      promptId: null,
      integrationId: null,
      typebotSessionId: null,
      typebotStatus: false,
    })
    .where(eq(tickets.id, sql.placeholder('id'))),
);

const savedBy = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      machine: parameter('machine'),
      typebotSessionId: parameter('typebotSessionId'),
      typebotStatus: parameter('typebotStatus'),
    })
    .where(eq(tickets.id, sql.placeholder('id'))),
);

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
