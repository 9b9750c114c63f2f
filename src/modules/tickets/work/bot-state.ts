import { tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { given, tenantStatement } from '@/kernel/db/statement.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { TicketRow } from '../list/tickets.queries.ts';
import { placeOf } from './tickets.service.ts';
import { trackBot } from './trackings.ts';

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

/** `menuAt`: when a menu of queues was shown by this very change. */
export async function keepBotState(
  tx: Scope,
  ticket: Pick<TicketRow, 'id' | 'status' | 'userId' | 'queueId' | 'chatbot' | 'useIntegration'>,
  { menuAt, ...next }: BotState & { menuAt: Date | null },
): Promise<void> {
  await keep(tx.db, { ...next, bot: next.bot && JSON.stringify(next.bot), id: ticket.id });
  const isMoved = next.queueId !== ticket.queueId;
  if (isMoved || menuAt) await trackBot(tx, { ticketId: ticket.id, queueId: next.queueId, menuAt });
  const isAnswered = next.useIntegration !== ticket.useIntegration;
  if (isMoved || isAnswered || next.chatbot !== ticket.chatbot)
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
      useIntegration: given('useIntegration'),
      promptId: given('promptId'),
      integrationId: given('integrationId'),
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

/** Those that `over` names (`kind:id`, '*' for all) are not asked again in this attendance. */
export async function endMachines(tx: Scope, ticketId: number, over: string): Promise<void> {
  await endOf(tx.db, { id: ticketId, over: JSON.stringify([over]) });
}

/** What a machine keeps of the attendance; existing clients read of a Typebot session where it always stood. */
export async function keepMachine(tx: Scope, ticketId: number, machine: TicketRow['machine']): Promise<void> {
  const session = machine?.kept?.typebotSessionId;
  const typebotSessionId = typeof session === 'string' ? session : null;
  await keptBy(tx.db, {
    ...{ id: ticketId, machine: machine && JSON.stringify(machine) },
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

const keptBy = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      machine: given('machine'),
      typebotSessionId: given('typebotSessionId'),
      typebotStatus: given('typebotStatus'),
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
