import { ticketTags } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError, never } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { addNote } from '@/modules/tickets/history/ticket-notes.service.ts';
import { findTicketRow, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { snoozeTicket } from '@/modules/tickets/work/snooze-ticket.service.ts';
import { addTicketTag } from '@/modules/tickets/work/ticket-tags.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { type Names, referenceOf } from '../rule-names.queries.ts';
import type { Action } from '../rules.schema.ts';
import { maySee } from './assignee-access.policy.ts';

const MINUTE_MS = 60_000;

type Doing = { ticketId: number; action: Action; names: Names; clientId: string };

/** Returns the history entry; undefined when skipped: nothing to do, or no longer possible. */
export async function doAction(tx: Scope, doing: Doing): Promise<string | undefined> {
  const ticket = await findTicketRow(tx, doing.ticketId);
  const named = referenceOf(doing.action);
  const name = named ? doing.names[named.kind].get(named.id) : '';
  if (!ticket || name === undefined) return undefined;
  try {
    return await perform(tx, ticket, doing, name);
  } catch (error) {
    // A failing rule must not roll back the customer's message, stored in the same transaction.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    tx.log.warn({ err: error, ticketId: ticket.id, action: doing.action.type }, 'a rule could not do this');
    return undefined;
  }
}

async function perform(
  tx: Scope,
  ticket: TicketRow,
  { action, clientId }: Doing,
  name: string,
): Promise<string | undefined> {
  const ticketId = ticket.id;
  switch (action.type) {
    case 'queue':
      if (ticket.queueId === action.queueId) return undefined;
      await patchTicket(tx, { ticketId, queueId: action.queueId });
      return name;
    case 'person':
      return (await give(tx, ticket, action.userId)) ? name : undefined;
    case 'tag':
      if (await hasTag(tx, ticketId, action.tagId)) return undefined;
      await addTicketTag(tx, { ticketId, tagId: action.tagId });
      return name;
    case 'quickMessage': {
      if (ticket.isGroup || ticket.connectionId === null) return undefined;
      const { quickMessageId } = action;
      await tx.kernel.outbox.add(tx, `rule:${ticketId}`, 'rule.message', {
        ticketId,
        quickMessageId,
        clientId,
      });
      return name;
    }
    case 'note':
      await addNote(tx, { ticketId, contactId: ticket.contactId, note: action.note });
      return '1';
    case 'snooze':
      await snoozeTicket(tx, { ticketId, until: new Date(tx.now().getTime() + action.minutes * MINUTE_MS) });
      return String(action.minutes);
    default:
      return never(action);
  }
}

/** With the queue, or an assigned ticket would be refused as taken. */
async function give(tx: Scope, ticket: TicketRow, userId: number): Promise<boolean> {
  const { id: ticketId, queueId } = ticket;
  if (ticket.status === 'open' && ticket.userId === userId) return false;
  if (!(await maySee(tx, userId, queueId))) return false;
  await patchTicket(tx, { ticketId, status: 'open', userId, queueId });
  return true;
}

async function hasTag(tx: Scope, ticketId: number, tagId: number): Promise<boolean> {
  return (await tagOf(tx.db, { ticketId, tagId })).length > 0;
}

const tagOf = tenantStatement((db) =>
  db
    .select({ tagId: ticketTags.tagId })
    .from(ticketTags)
    .where(
      and(
        eq(ticketTags.ticketId, sql.placeholder('ticketId')),
        eq(ticketTags.tagId, sql.placeholder('tagId')),
      ),
    ),
);
