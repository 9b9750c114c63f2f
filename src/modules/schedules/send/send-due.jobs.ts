import { schedules, settings } from '@db/tenant/schema/index.ts';
import { and, asc, eq, isNull, lte, min, type SQL, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import { isDatabaseTrouble } from '@/core/db/driver/database-errors.ts';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import { StoreFailure } from '@/core/storage/store-failure.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { deleteMessage } from '@/modules/messages/write/delete-message.service.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import type { ScheduleRow } from '../schedules.queries.ts';
import { planNext } from './plan-next.service.ts';
import { handOver } from './send-schedule.service.ts';

export const dueSchedules: CompanyJob = {
  name: 'schedules',
  tables: [schedules, settings],
  dueAt,
  run: sendDue,
  isPunctual: true,
};

const AT_ONCE = 50;

async function dueAt(scope: Scope): Promise<Date | null> {
  const next = await firstOf(scope, 'PENDENTE');
  const waiting = await firstOf(scope, 'AGENDADA');
  const until = waiting && new Date(waiting.getTime() + (await longestDelay(scope)) + 1);
  const moments = [next, until].flatMap((moment) => moment?.getTime() ?? []);
  return moments.length > 0 ? new Date(Math.min(...moments)) : null;
}

/** Throws StoreFailure at the end: messages with a file wait until the store is back. */
async function sendDue(scope: Scope): Promise<void> {
  const outage = await untilNone(scope, 'PENDENTE', scope.now(), send);
  const before = new Date(scope.now().getTime() - (await longestDelay(scope)) - 1);
  await untilNone(scope, 'AGENDADA', before, giveUp);
  if (outage) throw outage;
}

/** Failed ones are marked, so that they are not selected again. Returns the outage that leaves those with a file waiting. */
async function untilNone(
  scope: Scope,
  status: Waiting,
  until: Date,
  work: Work,
): Promise<StoreFailure | undefined> {
  let outage: StoreFailure | undefined;
  for (;;) {
    const ids = await listIds(scope, status, until, { withFiles: outage === undefined });
    if (ids.length === 0) return outage;
    for (const id of ids) {
      const failure = await alone(scope, id, status, work);
      await yieldToLoop();
      if (failure && outage) throw failure;
      outage = failure ?? outage;
      if (failure) break;
    }
  }
}

/** In a transaction of its own. */
async function alone(
  scope: Scope,
  id: number,
  status: Waiting,
  work: Work,
): Promise<StoreFailure | undefined> {
  try {
    await scope.write((tx) => onRow(tx, id, status, work)).catch((error) => mark(scope, id, status, error));
  } catch (error) {
    if (error instanceof StoreFailure) return error;
    throw error;
  }
  return undefined;
}

async function onRow(tx: Scope, id: number, status: Waiting, work: Work): Promise<void> {
  const row = await tx.db.query.schedules.findFirst({
    where: and(eq(schedules.id, id), IS[status], lte(schedules.sendAt, tx.now())),
  });
  if (row) await work(tx, row);
}

async function send(tx: Scope, row: ScheduleRow): Promise<void> {
  const delay = tx.now().getTime() - row.sendAt.getTime();
  if (row.error !== null) await fail(tx, row.id, row.error);
  else if (!(await hasFeature(tx, 'useSchedules'))) await fail(tx, row.id, 'ERR_FEATURE_NOT_IN_PLAN');
  else if (delay > (await longestDelay(tx))) await fail(tx, row.id, 'ERR_SCHEDULE_TOO_LATE');
  else await handOver(tx, row);
  await planNext(tx, row);
}

async function giveUp(tx: Scope, { id, messageId }: ScheduleRow): Promise<void> {
  if (messageId !== null) await deleteMessage(asSystem(tx), { messageId });
  await fail(tx, id, 'ERR_SCHEDULE_TOO_LATE');
}

async function mark(scope: Scope, id: number, status: Waiting, error: unknown): Promise<void> {
  if (isDatabaseTrouble(error) || error instanceof StoreFailure) throw error;
  const code = error instanceof AppError ? error.code : 'ERR_INTERNAL';
  if (code === 'ERR_INTERNAL') scope.log.error({ err: error, id }, 'a scheduled message could not be sent');
  await scope.write((tx) =>
    onRow(tx, id, status, async (inTx, row) => {
      await fail(inTx, id, code);
      if (status === 'PENDENTE') await planNext(inTx, row);
    }),
  );
}

async function fail(tx: Scope, id: number, error: string): Promise<void> {
  await tx.db
    .update(schedules)
    .set({ status: 'ERRO', error, updatedAt: tx.now() })
    .where(eq(schedules.id, id));
  tx.emit('schedule.updated', { scheduleId: id });
}

type Waiting = 'PENDENTE' | 'AGENDADA';
type Work = (tx: Scope, row: ScheduleRow) => Promise<void>;

/** Literal, to match the index. */
const IS: Record<Waiting, SQL> = {
  PENDENTE: sql`${schedules.status} = 'PENDENTE'`,
  AGENDADA: sql`${schedules.status} = 'AGENDADA'`,
};

async function firstOf(scope: Scope, status: Waiting): Promise<Date | null> {
  const [row] = await firsts[status](scope.db);
  return row?.at ?? null;
}

const firstIn = (status: Waiting) =>
  tenantStatement((db) =>
    db
      .select({ at: min(schedules.sendAt) })
      .from(schedules)
      .where(IS[status]),
  );
const firsts = { PENDENTE: firstIn('PENDENTE'), AGENDADA: firstIn('AGENDADA') };

async function listIds(
  scope: Scope,
  status: Waiting,
  until: Date,
  { withFiles }: { withFiles: boolean },
): Promise<number[]> {
  const rows = await scope.db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(IS[status], lte(schedules.sendAt, until), withFiles ? undefined : isNull(schedules.mediaPath)))
    .orderBy(asc(schedules.sendAt), asc(schedules.id))
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}

async function longestDelay(scope: Scope): Promise<number> {
  return Number(await getSetting(scope, 'scheduleLateness')) * 60_000;
}
