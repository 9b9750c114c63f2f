import { outbox as rows } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '../db/driver/prepared-statement.ts';
import type { Logger } from '../log.ts';
import type { Scope } from '../scope.ts';
import { StoreFailure } from '../storage/store-failure.ts';
import type { OutboxHandler, Settle } from './outbox.ts';
import { GiveUp, TryLater } from './outbox-errors.ts';
import { delayAfter } from './retry.ts';

export type Row = typeof rows.$inferSelect;
export type AnyHandler = OutboxHandler<never>;

/** Written before any other row of its queue runs, however often the write fails. */
export type Outcome = {
  write: Settle;
  pause: number;
  /** The pause ends when the queue is woken, even during the attempt. */
  uncounted: boolean;
  instead?: (error: unknown) => Outcome;
};

const MAX_ATTEMPTS = 6;
const MAX_DEATHS = 2;
export const RETRIES = { firstMs: 1_000, longestMs: 60_000 };
/** Written to `error` while an attempt runs that may kill the process. */
const STARTED = 'STARTED';

export async function tryRow(
  log: Logger,
  scope: Scope,
  row: Row,
  handler: AnyHandler | undefined,
): Promise<Outcome> {
  if (!handler) return givenUp(log, scope, row, 'ERR_INTERNAL', undefined);
  if (handler.mayKill) {
    // A row found like this killed the process in its last attempt.
    if (row.error === STARTED && row.attempts >= MAX_DEATHS)
      return givenUp(log, scope, row, 'ERR_INTERNAL', handler);
    await scope.write((tx) => count(tx.db, { id: row.id, attempts: row.attempts + 1, error: STARTED }));
  }
  try {
    const settle = await handler.run(scope, jobOf(row));
    return {
      async write(tx) {
        await settle?.(tx);
        await deleteRow(tx.db, { id: row.id });
      },
      pause: 0,
      uncounted: false,
      instead: (error) => failed(log, scope, row, handler, error),
    };
  } catch (error) {
    return failed(log, scope, row, handler, error);
  }
}

const deleteRow = tenantStatement((db) => db.delete(rows).where(eq(rows.id, sql.placeholder('id'))));

/** The app ends the process itself, so the running attempt does not count. */
export async function uncount(scope: Scope, { id, attempts, error }: Row): Promise<void> {
  await scope.write((tx) => count(tx.db, { id, attempts, error }));
}

const count = tenantStatement((db) =>
  db
    .update(rows)
    .set({ attempts: parameter('attempts'), error: parameter('error') })
    .where(eq(rows.id, sql.placeholder('id'))),
);

function failed(log: Logger, scope: Scope, row: Row, handler: AnyHandler, cause: unknown): Outcome {
  const error = cause instanceof StoreFailure ? new TryLater(cause.code, { uncounted: true, cause }) : cause;
  if (error instanceof GiveUp) return givenUp(log, scope, row, error.code, handler, error);
  const uncounted = error instanceof TryLater && error.uncounted;
  const code = error instanceof TryLater ? error.code : 'ERR_INTERNAL';
  if (!(error instanceof TryLater)) {
    log.error({ err: error, companyId: scope.companyId, kind: row.kind }, 'an outbox row failed');
  }
  const attempts = row.attempts + (uncounted ? 0 : 1);
  if (attempts >= MAX_ATTEMPTS) return givenUp(log, scope, row, code, handler, error);
  const wanted = error instanceof TryLater ? error.inMs : undefined;
  const pause = uncounted
    ? Math.min(wanted ?? RETRIES.longestMs, RETRIES.longestMs)
    : delayAfter(attempts, RETRIES);
  return {
    async write(tx) {
      await postpone(tx.db, { id: row.id, attempts, dueAt: tx.now().getTime() + pause, error: code });
    },
    pause,
    uncounted,
  };
}

function givenUp(
  log: Logger,
  scope: Scope,
  row: Row,
  code: string,
  handler: AnyHandler | undefined,
  cause?: unknown,
): Outcome {
  const { companyId } = scope;
  log.warn({ companyId, kind: row.kind, code, err: cause }, 'an outbox row was given up');
  return {
    async write(tx) {
      await handler?.park(tx, jobOf(row), code);
      await tx.db.update(rows).set({ parkedAt: tx.now(), error: code }).where(eq(rows.id, row.id));
    },
    pause: 0,
    uncounted: false,
    ...(handler && {
      instead(error: unknown) {
        log.error({ companyId, kind: row.kind, err: error }, 'the parking handler of an outbox row failed');
        return givenUp(log, scope, row, code, undefined, cause);
      },
    }),
  };
}

function jobOf({ id, queueKey, attempts, payload }: Row) {
  return { id, queueKey, attempts, payload: payload as never };
}

const postpone = tenantStatement((db) =>
  db
    .update(rows)
    .set({ attempts: parameter('attempts'), dueAt: parameter('dueAt'), error: parameter('error') })
    .where(eq(rows.id, sql.placeholder('id'))),
);
