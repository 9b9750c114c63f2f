import { outbox as rows } from '@db/tenant/schema/index.ts';
import { and, gt, isNull, min } from 'drizzle-orm';
import { type After, systemAfter, type Ticks } from '../clock.ts';
import { isDatabaseTrouble } from '../db/driver/database-errors.ts';
import type { Logger } from '../log.ts';
import type { Scope } from '../scope.ts';
import { createBackoff } from './backoff.ts';
import { type AtOnce, createFairLimiter } from './fair-limiter.ts';
import type { FairScheduler } from './fair-scheduler.ts';
import { type AnyHandler, type Outcome, RETRIES, type Row, tryRow, uncount } from './outbox-attempts.ts';
import { dropParked, nextForgetting } from './outbox-parked.ts';
import { addRow, firstOfQueue, waitingQueues } from './outbox-statements.ts';
import { delayAfter } from './retry.ts';

export { GiveUp, TryLater } from './outbox-errors.ts';

/** Modules add theirs: `declare module '@/core/queue/outbox.ts' { interface OutboxKinds { 'message.send': … } }` */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface OutboxKinds {}

export type OutboxKind = keyof OutboxKinds;
export type OutboxJob<K extends OutboxKind> = {
  id: number;
  queueKey: string;
  attempts: number;
  payload: OutboxKinds[K];
};

export type Settle = (tx: Scope) => Promise<void>;

export type OutboxHandler<K extends OutboxKind> = {
  /** May run again after a crash, so it must be repeatable. The returned function settles the row. */
  run(scope: Scope, job: OutboxJob<K>): Promise<Settle | undefined>;
  park(tx: Scope, job: OutboxJob<K>, code: string): Promise<void>;
  /** The work may kill the process (an untrusted picture): each attempt is counted first, at the cost of a commit. */
  mayKill?: true;
  atOnce?: Partial<AtOnce> & { prefix: string };
};

export type Outbox = {
  /** Part of the running transaction. Queues run in parallel, the rows of one queue in order. */
  add<K extends OutboxKind>(tx: Scope, queueKey: string, kind: K, payload: OutboxKinds[K]): Promise<void>;
  handle<K extends OutboxKind>(kind: K, handler: OutboxHandler<K>): void;
  /** Also ends the pauses of queues whose key starts with `prefix`. */
  wake(companyId: number, prefix?: string): void;
  forgetParked(scope: Scope): Promise<void>;
  forgettingDueAt(scope: Scope): Promise<Date | null>;
  hasWork(scope: Scope): Promise<boolean>;
  /** Another node took the company: starts no more of its work. */
  release(companyId: number): void;
  /** Another node handed the company over. */
  adopt(companyId: number): void;
  /** No new work; resolves when running work has ended. */
  stop(): Promise<void>;
  /** After `stop`: running work is not awaited, not counted as an attempt, and repeated after the next start. */
  abandon(): Promise<void>;
  idle(): Promise<void>;
  idleOf(companyId: number): Promise<void>;
};

type Running = {
  hasMore: boolean;
  isWoken: boolean;
  counted?: { scope: Scope; row: Row };
  ended: Promise<unknown>;
};

export type OutboxDeps = {
  log: Logger;
  scopeOf: (companyId: number) => Promise<Scope>;
  ticks: Ticks;
  after?: After;
  scheduler?: FairScheduler;
};

/** `dueAt` is read from rows once; later pauses are in ticks. An unwritten outcome is retained. */
export function createOutbox({ log, scopeOf, ticks, after = systemAfter, scheduler }: OutboxDeps): Outbox {
  const handlers = new Map<string, AnyHandler>();
  const running = new Map<string, Running>();
  const limiter = createFairLimiter();
  const scans = new Map<number, Promise<void>>();
  const scanAgain = new Map<number, Set<string>>();
  const adopted = new Set<number>();
  const released = new Set<number>();
  const unwritten = new Map<string, { rowId: number; outcome: Outcome }>();
  const troubles = new Map<string, number>();
  const backoff = createBackoff(ticks, after, (key) => wake(Number.parseInt(key, 10)));
  const wakers = new Map<number, () => void>();
  let stopped = false;

  function wake(companyId: number, prefix?: string): void {
    if (stopped || released.has(companyId)) return;
    const prefixes = scanAgain.get(companyId) ?? new Set();
    if (prefix !== undefined) {
      prefixes.add(prefix);
      endBackoff(companyId, prefix);
    }
    scanAgain.set(companyId, prefixes);
    if (!scans.has(companyId)) startScan(companyId);
  }

  function startScan(companyId: number): void {
    const prefixes = scanAgain.get(companyId);
    if (!prefixes || stopped) return;
    scanAgain.delete(companyId);
    const work = scan(companyId, [...prefixes])
      .then(() => void troubles.delete(`${companyId}/`))
      .catch((error) => backOffInTrouble(`${companyId}/`, error, 'the outbox could not be read'))
      .finally(() => {
        scans.delete(companyId);
        startScan(companyId);
      });
    scans.set(companyId, work);
  }

  async function scan(companyId: number, prefixes: string[]): Promise<void> {
    const scope = await scopeOf(companyId);
    if (!adopted.has(companyId)) await takeOver(scope);
    adopted.add(companyId);
    const queues = await waitingQueues(scope.db);
    // A queue whose last attempt ended just before the wake must not pause.
    for (const prefix of prefixes) endBackoff(companyId, prefix);
    for (const { queueKey } of queues) {
      const key = `${companyId}/${queueKey}`;
      const known = running.get(key);
      // The run may just have found no more rows, so it must check again when it ends.
      if (known) known.hasMore = true;
      else if (!backoff.isBackingOff(key)) startQueue(companyId, queueKey);
    }
  }

  async function takeOver(scope: Scope): Promise<void> {
    const now = scope.now();
    const waits = await scope.db
      .select({ queueKey: rows.queueKey, first: min(rows.id), dueAt: rows.dueAt })
      .from(rows)
      .where(and(isNull(rows.parkedAt), gt(rows.dueAt, now)))
      .groupBy(rows.queueKey);
    for (const { queueKey, dueAt } of waits)
      backoff.begin(
        `${scope.companyId}/${queueKey}`,
        Math.min(dueAt.getTime() - now.getTime(), RETRIES.longestMs),
      );
  }

  function startQueue(companyId: number, queueKey: string): void {
    const key = `${companyId}/${queueKey}`;
    const state: Running = { hasMore: false, isWoken: false, ended: Promise.resolve() };
    running.set(key, state);
    state.ended = runQueue(companyId, queueKey, key, state)
      .catch((error) => backOffInTrouble(key, error, 'an outbox queue failed'))
      .finally(() => {
        running.delete(key);
        if (state.hasMore && !stopped && !released.has(companyId)) startQueue(companyId, queueKey);
      });
  }

  async function runQueue(companyId: number, queueKey: string, key: string, state: Running): Promise<void> {
    const peer = queueKey.split(':', 2).join(':');
    const isWanted = () => !stopped && !released.has(companyId) && !backoff.isBackingOff(key);
    for (let isThereMore = true; isThereMore && isWanted(); ) {
      // A slot covers one row, so that a long queue leaves room for others.
      const end = await limiter.take(companyId, peer);
      try {
        isThereMore = isWanted() && (await runFirst(companyId, queueKey, key, state));
      } finally {
        end();
      }
    }
  }

  async function runFirst(
    companyId: number,
    queueKey: string,
    key: string,
    state: Running,
  ): Promise<boolean> {
    state.hasMore = false;
    await scheduler?.take(companyId);
    const scope = await scopeOf(companyId);
    const [row] = await firstOfQueue(scope.db, { queueKey });
    if (row) await runRow(scope, row, key, state);
    else unwritten.delete(key);
    troubles.delete(key);
    return row !== undefined;
  }

  async function runRow(scope: Scope, row: Row, key: string, state: Running): Promise<void> {
    const pending = unwritten.get(key);
    const { pause, uncounted } = await write(
      scope,
      row,
      key,
      pending?.rowId === row.id ? pending.outcome : await attempt(scope, row, state),
    );
    unwritten.delete(key);
    // A wake during the attempt means that its condition is met.
    if (pause > 0 && !(uncounted && state.isWoken)) backoff.begin(key, pause);
    state.isWoken = false;
  }

  async function attempt(scope: Scope, row: Row, state: Running): Promise<Outcome> {
    const handler = handlers.get(row.kind);
    if (handler?.mayKill) state.counted = { scope, row };
    try {
      return await tryRow(log, scope, row, handler);
    } finally {
      state.counted = undefined;
    }
  }

  async function write(scope: Scope, row: Row, key: string, outcome: Outcome): Promise<Outcome> {
    unwritten.set(key, { rowId: row.id, outcome });
    try {
      await scope.write(outcome.write);
      return outcome;
    } catch (error) {
      if (isDatabaseTrouble(error) || !outcome.instead) throw error;
      return write(scope, row, key, outcome.instead(error));
    }
  }

  function backOffInTrouble(key: string, error: unknown, what: string): void {
    const times = (troubles.get(key) ?? 0) + 1;
    troubles.set(key, times);
    if (stopped || released.has(Number.parseInt(key, 10))) return;
    if (times === 1) log.error({ err: error, key }, `${what}; it is tried again`);
    backoff.begin(key, delayAfter(times, RETRIES));
  }

  function endBackoff(companyId: number, prefix: string): void {
    const start = `${companyId}/${prefix}`;
    backoff.end(start);
    for (const [key, state] of running) if (key.startsWith(start)) state.isWoken = true;
  }

  return {
    async add(tx, queueKey, kind, payload) {
      await addRow(tx.db, { queueKey, kind, payload, dueAt: tx.now() });
      tx.afterCommit(wakerOf(tx.companyId));
    },
    handle(kind, handler) {
      handlers.set(kind, handler as AnyHandler);
      if (handler.atOnce) {
        const { prefix: keys, ...atOnce } = handler.atOnce;
        limiter.name(keys, atOnce);
      }
    },
    wake,
    forgetParked: (scope) => dropParked(scope, [...handlers.keys()]),
    forgettingDueAt: (scope) => nextForgetting(scope, [...handlers.keys()]),
    hasWork: async (scope) =>
      (await scope.db.query.outbox.findFirst({ columns: { id: true }, where: isNull(rows.parkedAt) })) !==
      undefined,
    release(companyId) {
      released.add(companyId);
      adopted.delete(companyId);
      backoff.end(`${companyId}/`);
    },
    adopt(companyId) {
      released.delete(companyId);
      for (const key of [...unwritten.keys()]) if (key.startsWith(`${companyId}/`)) unwritten.delete(key);
      wake(companyId);
    },
    async stop() {
      stopped = true;
      limiter.open();
      backoff.end('');
      await allEnded();
    },
    async abandon() {
      const counted = [...running.values()].flatMap((state) => state.counted ?? []);
      await Promise.all(counted.map(({ scope, row }) => uncount(scope, row)));
    },
    async idleOf(companyId) {
      await scans.get(companyId);
      await Promise.all(
        [...running].flatMap(([key, state]) => (key.startsWith(`${companyId}/`) ? state.ended : [])),
      );
    },
    async idle() {
      while (scans.size > 0 || running.size > 0) {
        await Promise.all(scans.values());
        await allEnded();
      }
    },
  };

  async function allEnded(): Promise<void> {
    await Promise.all([...running.values()].map((state) => state.ended));
  }

  function wakerOf(companyId: number): () => void {
    const known = wakers.get(companyId) ?? (() => wake(companyId));
    wakers.set(companyId, known);
    return known;
  }
}
