import { tickets } from '@db/tenant/schema/index.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { TicketRow } from './tickets.queries.ts';

type BotMemory = TicketRow['bot'];

/** Before the menu of queues, until the customer chooses or leaves it. */
export function isAtMenu(memory: BotMemory): boolean {
  return memory?.menuAt !== undefined && !memory.leftMenu;
}

export const AT_MENU = sql<number>`(json_extract(${tickets.bot}, '$.menuAt') is not null
  and json_extract(${tickets.bot}, '$.leftMenu') is null)`;

type Held = Pick<TicketRow, 'status' | 'chatbot' | 'useIntegration' | 'queueId'> & { isAtMenu: boolean };

/** A menu or a responder talks to the customer: the ticket is listed, but does not yet wait for people. */
export function isWithBot({ status, chatbot, useIntegration, queueId, isAtMenu }: Held): boolean {
  return status === 'pending' && (chatbot || useIntegration || (queueId === null && isAtMenu));
}

/** `isWithBot` in SQL. Each part has an index of its own, so that waiting tickets are not read; SQLite would choose a longer one. */
export const IS_WITH_BOT: SQL = sql`${tickets.id} in (
  select held.id from ${tickets} held indexed by tickets_at_menu where held.status = 'pending' and held.chatbot = 1
  union all select held.id from ${tickets} held indexed by tickets_with_machine
    where held.status = 'pending' and held.use_integration = 1
  union all select held.id from ${tickets} held where held.queue_id is null and held.status = 'pending'
    and json_extract(held.bot, '$.menuAt') is not null and json_extract(held.bot, '$.leftMenu') is null)`;
