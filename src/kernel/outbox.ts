import { outbox as rows } from '@db/tenant/schema/index.ts';
import { and, gt, isNull, min } from 'drizzle-orm';
import { type After, systemAfter, type Ticks } from './clock.ts';
import type { CompanyTurns } from './company-turns.ts';
import { isDatabaseTrouble } from './db/trouble.ts';
import type { Logger } from './log.ts';
import { addRow, firstOfLane, waitingLanes } from './outbox-rows.ts';
import {
  type AnyHandler,
  LONGEST_PAUSE_MS,
  type Outcome,
  pauseAfter,
  type Row,
  tryRow,
  uncount,
} from './outbox-tries.ts';
import { dropParked, nextForgetting } from './parked-work.ts';
import { createRests } from './rests.ts';
import type { Scope } from './scope.ts';
import { type AtOnce, createShares } from './shares.ts';

export { GiveUp, TryLater } from './outbox-errors.ts';

/** Modules add theirs: `declare module '@/kernel/outbox.ts' { interface OutboxKinds { 'message.send': … } }` */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface OutboxKinds {}

export type OutboxKind = keyof OutboxKinds;
export type OutboxJob<K extends OutboxKind> = {
  id: number;
  lane: string;
  attempts: number;
  payload: OutboxKinds[K];
};

export type Settle = (tx: Scope) => Promise<void>;

export type OutboxHandler<K extends OutboxKind> = {
  /** May run again after a crash, so it must be repeatable. The returned function settles the row. */
  run(scope: Scope, job: OutboxJob<K>): Promise<Settle | undefined>;
  park(tx: Scope, job: OutboxJob<K>, code: string): Promise<void>;
  /** The work may kill the process (a stranger's picture): each try is counted first, at the cost of a commit. */
  mayKill?: true;
  /** Other numbers than usual, for all lanes that begin with that word. */
  atOnce?: Partial<AtOnce> & { lanes: string };
};

export type Outbox = {
  /** Part of the running transaction. Lanes run side by side, the rows of one lane in order. */
  add<K extends OutboxKind>(tx: Scope, lane: string, kind: K, payload: OutboxKinds[K]): Promise<void>;
  handle<K extends OutboxKind>(kind: K, handler: OutboxHandler<K>): void;
  /** Also ends the pauses of lanes whose name starts with `prefix`. */
  wake(companyId: number, prefix?: string): void;
  /** Drops rows that were given up a month ago. Rows of unknown kinds stay. */
  forgetParked(scope: Scope): Promise<void>;
  forgettingDueAt(scope: Scope): Promise<Date | null>;
  hasWork(scope: Scope): Promise<boolean>;
  /** A company that is gone: nothing of it is looked for, until `meet`. */
  leave(companyId: number): void;
  meet(companyId: number): void;
  /** No new work; resolves when running work has ended. */
  stop(): Promise<void>;
  /** After `stop`: running work is not awaited, not counted as a try, and repeated after the next start. */
  abandon(): Promise<void>;
  idle(): Promise<void>;
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
  turns?: CompanyTurns;
};

/**
 * A row's `dueAt` is read only when a process first meets a company; later pauses are kept in memory, in ticks. An
 * outcome that could not be written is kept, so that no try is repeated for it.
 */
export function createOutbox({ log, scopeOf, ticks, after = systemAfter, turns }: OutboxDeps): Outbox {
  const handlers = new Map<string, AnyHandler>();
  const running = new Map<string, Running>();
  const shares = createShares();
  const looking = new Map<number, Promise<void>>();
  const again = new Map<number, Set<string>>();
  const met = new Set<number>();
  const left = new Set<number>();
  const unwritten = new Map<string, { rowId: number; outcome: Outcome }>();
  const troubles = new Map<string, number>();
  const rests = createRests(ticks, after, (key) => wake(Number.parseInt(key, 10)));
  const wakers = new Map<number, () => void>();
  let stopped = false;

  function wake(companyId: number, prefix?: string): void {
    if (stopped || left.has(companyId)) return;
    const prefixes = again.get(companyId) ?? new Set();
    if (prefix !== undefined) {
      prefixes.add(prefix);
      endResting(companyId, prefix);
    }
    again.set(companyId, prefixes);
    if (!looking.has(companyId)) startLooking(companyId);
  }

  function startLooking(companyId: number): void {
    const prefixes = again.get(companyId);
    if (!prefixes || stopped) return;
    again.delete(companyId);
    const work = look(companyId, [...prefixes])
      .then(() => void troubles.delete(`${companyId}/`))
      .catch((error) => restInTrouble(`${companyId}/`, error, 'the outbox could not be read'))
      .finally(() => {
        looking.delete(companyId);
        startLooking(companyId);
      });
    looking.set(companyId, work);
  }

  async function look(companyId: number, prefixes: string[]): Promise<void> {
    const scope = await scopeOf(companyId);
    if (!met.has(companyId)) await takeOver(scope);
    met.add(companyId);
    const heads = await waitingLanes(scope.db);
    // A lane whose last try ended just before the wake must not rest.
    for (const prefix of prefixes) endResting(companyId, prefix);
    for (const { lane } of heads) {
      const key = `${companyId}/${lane}`;
      const known = running.get(key);
      // The lane may just have found nothing more, so it must look again when it ends.
      if (known) known.hasMore = true;
      else if (!rests.isResting(key)) startLane(companyId, lane);
    }
  }

  async function takeOver(scope: Scope): Promise<void> {
    const now = scope.now();
    const waits = await scope.db
      .select({ lane: rows.lane, first: min(rows.id), dueAt: rows.dueAt })
      .from(rows)
      .where(and(isNull(rows.parkedAt), gt(rows.dueAt, now)))
      .groupBy(rows.lane);
    for (const { lane, dueAt } of waits)
      rests.begin(`${scope.companyId}/${lane}`, Math.min(dueAt.getTime() - now.getTime(), LONGEST_PAUSE_MS));
  }

  function startLane(companyId: number, lane: string): void {
    const key = `${companyId}/${lane}`;
    const state: Running = { hasMore: false, isWoken: false, ended: Promise.resolve() };
    running.set(key, state);
    state.ended = runLane(companyId, lane, key, state)
      .catch((error) => restInTrouble(key, error, 'a lane of the outbox broke off'))
      .finally(() => {
        running.delete(key);
        if (state.hasMore && !stopped && !left.has(companyId)) startLane(companyId, lane);
      });
  }

  async function runLane(companyId: number, lane: string, key: string, state: Running): Promise<void> {
    const peer = lane.split(':', 2).join(':');
    const isWanted = () => !stopped && !left.has(companyId) && !rests.isResting(key);
    for (let isThereMore = true; isThereMore && isWanted(); ) {
      // A turn is one row's, so that a long lane leaves room for those behind it.
      const end = await shares.take(companyId, peer);
      try {
        isThereMore = isWanted() && (await runFirst(companyId, lane, key, state));
      } finally {
        end();
      }
    }
  }

  async function runFirst(companyId: number, lane: string, key: string, state: Running): Promise<boolean> {
    state.hasMore = false;
    await turns?.take(companyId);
    const scope = await scopeOf(companyId);
    const [row] = await firstOfLane(scope.db, { lane });
    if (row) await runRow(scope, row, key, state);
    else unwritten.delete(key);
    troubles.delete(key);
    return row !== undefined;
  }

  async function runRow(scope: Scope, row: Row, key: string, state: Running): Promise<void> {
    const kept = unwritten.get(key);
    const { pause, patient } = await write(
      scope,
      row,
      key,
      kept?.rowId === row.id ? kept.outcome : await attempt(scope, row, state),
    );
    unwritten.delete(key);
    // A wake during the try means that what it waited for is there.
    if (pause > 0 && !(patient && state.isWoken)) rests.begin(key, pause);
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

  function restInTrouble(key: string, error: unknown, what: string): void {
    const times = (troubles.get(key) ?? 0) + 1;
    troubles.set(key, times);
    if (stopped || left.has(Number.parseInt(key, 10))) return;
    if (times === 1) log.error({ err: error, place: key }, `${what}; it is tried again`);
    rests.begin(key, pauseAfter(times));
  }

  function endResting(companyId: number, prefix: string): void {
    const start = `${companyId}/${prefix}`;
    rests.end(start);
    for (const [key, state] of running) if (key.startsWith(start)) state.isWoken = true;
  }

  return {
    async add(tx, lane, kind, payload) {
      await addRow(tx.db, { lane, kind, payload, dueAt: tx.now() });
      tx.afterCommit(wakerOf(tx.companyId));
    },
    handle(kind, handler) {
      handlers.set(kind, handler as AnyHandler);
      if (handler.atOnce) {
        const { lanes, ...atOnce } = handler.atOnce;
        shares.name(lanes, atOnce);
      }
    },
    wake,
    forgetParked: (scope) => dropParked(scope, [...handlers.keys()]),
    forgettingDueAt: (scope) => nextForgetting(scope, [...handlers.keys()]),
    hasWork: async (scope) =>
      (await scope.db.query.outbox.findFirst({ columns: { id: true }, where: isNull(rows.parkedAt) })) !==
      undefined,
    leave(companyId) {
      left.add(companyId);
      met.delete(companyId);
      rests.end(`${companyId}/`);
    },
    meet(companyId) {
      left.delete(companyId);
      for (const key of [...unwritten.keys()]) if (key.startsWith(`${companyId}/`)) unwritten.delete(key);
      wake(companyId);
    },
    async stop() {
      stopped = true;
      shares.open();
      rests.end('');
      await allEnded();
    },
    async abandon() {
      const counted = [...running.values()].flatMap((state) => state.counted ?? []);
      await Promise.all(counted.map(({ scope, row }) => uncount(scope, row)));
    },
    async idle() {
      while (looking.size > 0 || running.size > 0) {
        await Promise.all(looking.values());
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
