import { contacts, messages, schedules, tickets, users } from '@db/tenant/schema/index.ts';
import { and, asc, count, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsFolded, containsText } from '@/core/db/search.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { AppError } from '@/core/errors.ts';
import type { Medium } from '@/core/module.ts';
import type { Scope } from '@/core/scope.ts';
import { mediaUrl } from '@/core/storage/storage.ts';
import { canChangeSchedule, canReadSchedule, readableBy, type ScheduleFacts } from './schedules.policy.ts';
import {
  type CalendarFilter,
  MAX_ENTRIES,
  SCHEDULES_PER_PAGE,
  type ScheduleFilter,
} from './schedules.schema.ts';
import type { CalendarPage, SchedulePage, ScheduleView } from './schedules.views.ts';

export type ScheduleRow = typeof schedules.$inferSelect;

export async function countWaiting({ db }: Scope): Promise<number> {
  const [row] = await db.select({ n: count() }).from(schedules).where(eq(schedules.status, 'PENDENTE'));
  return row?.n ?? 0;
}

export async function listSchedules(scope: Scope, filter: ScheduleFilter): Promise<SchedulePage> {
  const where = and(
    readableBy(scope.actor),
    filter.searchParam ? matching(filter.searchParam) : undefined,
    filter.contactId ? eq(schedules.contactId, filter.contactId) : undefined,
    filter.userId ? eq(schedules.userId, filter.userId) : undefined,
  );
  const size = sizeOf(filter, SCHEDULES_PER_PAGE);
  const rows = await selectSchedules(scope.slowDb)
    .where(and(where, filter.after ? lt(schedules.id, filter.after) : undefined))
    .orderBy(desc(schedules.id))
    .limit(size + 1)
    .offset(offsetOf(filter, SCHEDULES_PER_PAGE));
  const page = cutPage(rows, size);
  const [total] = await scope.slowDb
    .select({ n: count() })
    .from(schedules)
    .innerJoin(contacts, eq(contacts.id, schedules.contactId))
    .where(where);
  return {
    schedules: page.rows.map((row) => toView(scope, row)),
    count: total?.n ?? 0,
    hasMore: page.hasMore,
  };
}

const SHOWN_LETTERS = 60;

export async function listEntries(scope: Scope, { from, to }: CalendarFilter): Promise<CalendarPage> {
  const rows = await scope.db
    .select({
      id: schedules.id,
      sendAt: schedules.sendAt,
      sentAt: schedules.sentAt,
      status: schedules.status,
      error: schedules.error,
      userId: schedules.userId,
      contact: contacts.name,
      body: sql<string>`substr(${schedules.body}, 1, ${SHOWN_LETTERS})`,
    })
    .from(schedules)
    .innerJoin(contacts, eq(contacts.id, schedules.contactId))
    .where(
      and(gte(schedules.sendAt, new Date(from)), lt(schedules.sendAt, new Date(to)), readableBy(scope.actor)),
    )
    .orderBy(asc(schedules.sendAt), asc(schedules.id))
    .limit(MAX_ENTRIES + 1);
  const page = cutPage(rows, MAX_ENTRIES);
  const entries = page.rows.map(({ sendAt, sentAt, userId, ...entry }) => ({
    ...entry,
    sendAt: sendAt.toISOString(),
    isMovable: sentAt === null && canChangeSchedule(scope.actor, { userId }),
  }));
  return { entries, hasMore: page.hasMore };
}

/** Throws ERR_NO_SCHEDULE_FOUND, also when the reader may not read it. */
export async function getSchedule(scope: Scope, scheduleId: number): Promise<ScheduleView> {
  const [row] = await selectSchedules(scope.db).where(eq(schedules.id, scheduleId));
  if (!row || !canReadSchedule(scope.actor, await factsOf(scope, row.schedule)))
    throw new AppError('ERR_NO_SCHEDULE_FOUND');
  return toView(scope, row);
}

export async function requireSchedule(scope: Scope, scheduleId: number): Promise<ScheduleRow> {
  const row = await scope.db.query.schedules.findFirst({ where: eq(schedules.id, scheduleId) });
  if (!row || !canReadSchedule(scope.actor, await factsOf(scope, row)))
    throw new AppError('ERR_NO_SCHEDULE_FOUND');
  return row;
}

export async function factsOf(
  scope: Scope,
  { userId, contactId }: Pick<ScheduleRow, 'userId' | 'contactId'>,
): Promise<ScheduleFacts> {
  const works = await scope.db
    .select({ userId: tickets.userId, queueId: tickets.queueId })
    .from(tickets)
    .where(eq(tickets.contactId, contactId));
  return { userId, works };
}

export async function findScheduleMedium(scope: Scope, key: string): Promise<Medium | undefined> {
  const row = await scope.db.query.schedules.findFirst({ where: eq(schedules.mediaPath, key) });
  if (!row || !canReadSchedule(scope.actor, await factsOf(scope, row))) return undefined;
  return { mime: row.mediaMime ?? '', name: row.mediaName };
}

function selectSchedules(db: TenantReader) {
  return db
    .select({
      schedule: schedules,
      contact: { id: contacts.id, name: contacts.name },
      user: { id: users.id, name: users.name },
      ticketId: messages.ticketId,
    })
    .from(schedules)
    .innerJoin(contacts, eq(contacts.id, schedules.contactId))
    .leftJoin(users, eq(users.id, schedules.userId))
    .leftJoin(messages, eq(messages.id, schedules.messageId))
    .$dynamic();
}

function matching(text: string): SQL | undefined {
  return or(containsText(text, schedules.body), containsFolded(text, contacts.sortName));
}

type Joined = {
  schedule: ScheduleRow;
  contact: { id: number; name: string };
  user: { id: number; name: string } | null;
  ticketId: number | null;
};

function toView(scope: Scope, { schedule: row, contact, user, ticketId }: Joined): ScheduleView {
  return {
    id: row.id,
    body: row.body,
    sendAt: row.sendAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    status: row.status,
    error: row.error,
    contactId: row.contactId,
    contact,
    ticketId,
    userId: row.userId,
    user,
    companyId: scope.companyId,
    whatsappId: row.connectionId,
    repeats: row.repeats,
    opensTicket: row.opensTicket,
    mediaPath: mediaUrl(scope, row.mediaPath),
    mediaName: row.mediaName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
