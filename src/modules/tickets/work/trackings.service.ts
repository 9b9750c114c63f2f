import { ticketTrackings } from '@db/tenant/schema/index.ts';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { parameter, type Statement, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { servedSeconds } from '@/modules/queues/served-seconds.queries.ts';
import type { TicketRow } from '../list/tickets.queries.ts';
import type { TicketStatus } from '../tickets.schema.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    'attendance.resuming': { trackingId: number };
  }
}

type Attended = Pick<TicketRow, 'id' | 'connectionId' | 'queueId' | 'status' | 'userId'>;

export async function track(tx: Scope, ticket: Attended): Promise<void> {
  const { id: ticketId, connectionId, queueId, status, userId } = ticket;
  const [open] = await openTracking(tx.db, { ticketId });
  const now = tx.now();
  if (open) {
    const end = { from: open.createdAt, to: now, queueId };
    const resolutionSeconds = status === 'closed' ? await servedSeconds(tx, end) : null;
    await MOVES[status](tx.db, { id: open.id, now, userId, queueId, connectionId, resolutionSeconds });
  } else if (status !== 'closed') {
    const isOurs = status === 'open';
    const begun = isOurs ? { isOurs, startedAt: now, userId } : { isOurs, startedAt: null, userId: null };
    await addTracking(tx.db, { ticketId, connectionId, queueId, queuedAt: now, ...begun });
  }
}

export async function trackTransfer(
  tx: Scope,
  { id: ticketId, queueId, connectionId }: Pick<Attended, 'id' | 'queueId' | 'connectionId'>,
): Promise<void> {
  await transferred(tx.db, { ticketId, queueId, connectionId, now: tx.now() });
}

/** Counts once per attendance, and never in one that we began. */
export async function trackFirstAnswer(tx: Scope, ticketId: number): Promise<void> {
  const now = tx.now();
  const [answered] = await firstAnswer(tx.db, { ticketId, now });
  if (!answered) return;
  const { id, createdAt, isOurs, queueId } = answered;
  // Equal times: this very message from our phone began the attendance.
  if (isOurs || createdAt.getTime() === now.getTime()) return;
  await answeredAfter(tx.db, { id, seconds: await servedSeconds(tx, { from: createdAt, to: now, queueId }) });
}

const openTracking = tenantStatement((db) =>
  db
    .select({ id: ticketTrackings.id, createdAt: ticketTrackings.createdAt })
    .from(ticketTrackings)
    .where(and(eq(ticketTrackings.ticketId, sql.placeholder('ticketId')), isNull(ticketTrackings.finishedAt)))
    .orderBy(desc(ticketTrackings.id))
    .limit(1),
);

const addTracking = tenantStatement((db) =>
  db.insert(ticketTrackings).values({
    ticketId: sql.placeholder('ticketId'),
    connectionId: sql.placeholder('connectionId'),
    queueId: sql.placeholder('queueId'),
    queuedAt: sql.placeholder('queuedAt'),
    createdAt: sql.placeholder('queuedAt'),
    startedAt: sql.placeholder('startedAt'),
    isOurs: sql.placeholder('isOurs'),
    userId: sql.placeholder('userId'),
  }),
);

const now = parameter('now');
const queueId = parameter('queueId');
const connectionId = parameter('connectionId');
const userId = parameter('userId');
const MOVES: Record<TicketStatus, Statement<unknown>> = {
  pending: moveTo({ queuedAt: now, startedAt: null, userId: null, queueId, connectionId }),
  open: moveTo({
    startedAt: sql`coalesce(${ticketTrackings.startedAt}, ${now})`,
    ratingAt: null,
    rated: false,
    userId,
    queueId,
    connectionId,
  }),
  closed: moveTo({
    finishedAt: now,
    userId,
    queueId,
    connectionId,
    resolutionSeconds: parameter('resolutionSeconds'),
  }),
};

function moveTo(values: Partial<Record<keyof typeof ticketTrackings.$inferSelect, unknown>>) {
  return tenantStatement((db) =>
    db
      .update(ticketTrackings)
      .set({ ...values, updatedAt: now } as object)
      .where(eq(ticketTrackings.id, sql.placeholder('id'))),
  );
}

const isRunning = and(
  eq(ticketTrackings.ticketId, sql.placeholder('ticketId')),
  isNull(ticketTrackings.finishedAt),
);

const transferred = tenantStatement((db) =>
  db.update(ticketTrackings).set({ queueId, connectionId, updatedAt: now }).where(isRunning),
);

const firstAnswer = tenantStatement((db) =>
  db
    .update(ticketTrackings)
    .set({ firstAnswerAt: now })
    .where(and(isRunning, isNull(ticketTrackings.firstAnswerAt)))
    .returning({
      id: ticketTrackings.id,
      createdAt: ticketTrackings.createdAt,
      isOurs: ticketTrackings.isOurs,
      queueId: ticketTrackings.queueId,
    }),
);

const answeredAfter = tenantStatement((db) =>
  db
    .update(ticketTrackings)
    .set({ answerSeconds: parameter('seconds') })
    .where(eq(ticketTrackings.id, sql.placeholder('id'))),
);

/** `menuAt` counts once: when the bot first asked. */
export async function trackBot(
  tx: Scope,
  moved: { ticketId: number; queueId: number | null; menuAt: Date | null },
): Promise<void> {
  await botMoved(tx.db, { ...moved, now: tx.now() });
}

const botMoved = tenantStatement((db) =>
  db
    .update(ticketTrackings)
    .set({
      queueId,
      chatbotAt: sql`coalesce(${ticketTrackings.chatbotAt}, ${sql.placeholder('menuAt')})`,
      updatedAt: now,
    })
    .where(isRunning),
);

export async function trackRatingAsked(tx: Scope, trackingId: number): Promise<void> {
  await ratingAsked(tx.db, { id: trackingId, now: tx.now() });
}

export async function trackRated(tx: Scope, trackingId: number, rate: number): Promise<void> {
  await isRated(tx.db, { id: trackingId, rate, now: tx.now() });
}

const isIt = eq(ticketTrackings.id, sql.placeholder('id'));

const ratingAsked = tenantStatement((db) =>
  db.update(ticketTrackings).set({ ratingAt: now, rated: false, updatedAt: now }).where(isIt),
);

const isRated = tenantStatement((db) =>
  db
    .update(ticketTrackings)
    .set({ rated: true, rate: parameter('rate'), updatedAt: now })
    .where(isIt),
);

export type Tracking = typeof ticketTrackings.$inferSelect;

export async function findTracking(tx: Scope, ticketId: number): Promise<Tracking | null> {
  const [row] = await newestTracking(tx.db, { ticketId });
  return row ?? null;
}

const newestTracking = tenantStatement((db) =>
  db
    .select()
    .from(ticketTrackings)
    .where(eq(ticketTrackings.ticketId, sql.placeholder('ticketId')))
    .orderBy(desc(ticketTrackings.id))
    .limit(1),
);

/** Returns whether the attendance that the change left (unknown in offers of earlier versions) is still the newest. */
export async function putBackTracking(
  tx: Scope,
  { ticketId, was, leftId }: { ticketId: number; was: Tracking | null; leftId?: number | null },
): Promise<boolean> {
  const newest = await findTracking(tx, ticketId);
  if (leftId !== undefined && leftId !== (newest?.id ?? null)) return false;
  if (was && !(await putBackRow(tx, was))) return false;
  if (was?.finishedAt === null) await tx.kernel.steps.take(tx, 'attendance.resuming', { trackingId: was.id });
  const isAdded = and(
    isOf(ticketId),
    gt(ticketTrackings.id, was?.id ?? 0),
    isNull(ticketTrackings.finishedAt),
  );
  await tx.db.delete(ticketTrackings).where(isAdded);
  return true;
}

const isOf = (ticketId: number) => eq(ticketTrackings.ticketId, ticketId);

/** Only what moves change: answers remain. */
async function putBackRow(tx: Scope, was: Tracking): Promise<boolean> {
  const at = (moment: Date | null) => (moment === null ? null : new Date(moment));
  const { queuedAt, startedAt, finishedAt, resolutionSeconds, userId, queueId, connectionId } = was;
  const rows = await tx.db
    .update(ticketTrackings)
    .set({
      queuedAt: at(queuedAt),
      startedAt: at(startedAt),
      finishedAt: at(finishedAt),
      resolutionSeconds,
      userId,
      queueId,
      connectionId,
      ...(finishedAt === null && { ratingAt: null, rated: false, rate: null }),
    })
    .where(and(eq(ticketTrackings.id, was.id), isOf(was.ticketId)))
    .returning({ id: ticketTrackings.id });
  return rows.length > 0;
}
