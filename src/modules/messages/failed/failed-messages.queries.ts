import { contacts, messages, tickets } from '@db/tenant/schema/index.ts';
import { and, desc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { cutPage, sizeOf } from '@/core/db/paging.ts';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { addDays, zonedTime } from '@/core/zoned-time.ts';
import { visibleTo } from '@/modules/tickets/tickets.policy.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import type { ChosenId } from '../../../schemas/list-filter.schema.ts';
import { FAILED_PER_PAGE, type FailedFilter, type WhichFailed } from './failed-messages.schema.ts';

export type FailedMessage = {
  id: number;
  ticketUuid: string;
  contactName: string;
  body: string;
  mediaType: string;
  error: string;
  sentAt: string;
};

export type FailedPage = { records: FailedMessage[]; hasMore: boolean };

export async function listFailedMessages(scope: Scope, filter: FailedFilter): Promise<FailedPage> {
  const size = sizeOf(filter, FAILED_PER_PAGE);
  const rows = await selectFailed(scope)
    .where(and(areThese(scope, filter), filter.after ? lt(messages.id, filter.after) : undefined))
    .orderBy(desc(messages.id))
    .limit(size + 1);
  const page = cutPage(rows, size);
  return { records: page.rows.map(toView), hasMore: page.hasMore };
}

const MAX_AT_ONCE = 200;

/** The oldest ones, which are sent first; as many as a person can review. */
export async function findFailed(
  scope: Scope,
  filter: Partial<WhichFailed>,
): Promise<{ ids: number[]; since: string | null; hasMore: boolean }> {
  const rows = await selectFailed(scope)
    .where(areThese(scope, filter))
    .orderBy(messages.id)
    .limit(MAX_AT_ONCE + 1);
  const found = rows.slice(0, MAX_AT_ONCE).map(({ message }) => message);
  return {
    ids: found.map(({ id }) => id),
    since: found[0]?.sentAt.toISOString() ?? null,
    hasMore: rows.length > MAX_AT_ONCE,
  };
}

export function countFailedMessages(
  scope: Scope,
  filter: Partial<WhichFailed>,
  most: number,
): Promise<number> {
  const some = scope.slowDb
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(areThese(scope, filter))
    .limit(most);
  return scope.slowDb.$count(some.as('some'));
}

function areThese(
  scope: Scope,
  { whatsappId, from, to, queueId, userId }: Partial<WhichFailed>,
): SQL | undefined {
  const midnight = (day: string) => zonedTime(day, '00:00', scope.timeZone);
  return and(
    isFailed,
    visibleTo(scope.actor),
    whatsappId ? eq(messages.connectionId, whatsappId) : undefined,
    from ? gte(messages.createdAt, midnight(from)) : undefined,
    to ? lt(messages.createdAt, midnight(addDays(to, 1))) : undefined,
    isChosen(tickets.queueId, queueId),
    isChosen(tickets.userId, userId),
  );
}

const isChosen = (column: SQLiteColumn, chosen: ChosenId): SQL | undefined =>
  chosen === undefined ? undefined : sql`+${column} is ${chosen === 'none' ? null : chosen}`;

const isFailed = and(isNotNull(messages.error), eq(messages.fromMe, true), eq(messages.isDeleted, false));

function selectFailed(scope: Scope) {
  const { id, body, mediaType, error, sentAt } = messages;
  return scope.db
    .select({ message: { id, body, mediaType, error, sentAt }, uuid: tickets.uuid, contact: contacts })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectFailed>>[number];

function toView({ message, uuid, contact }: Row): FailedMessage {
  if (message.error === null) throw new AppError('ERR_INTERNAL');
  const { id, body, mediaType, error, sentAt } = message;
  const facts = { id, body, mediaType, error, sentAt: sentAt.toISOString() };
  return { ...facts, ticketUuid: uuid, contactName: contactName(contact) };
}
