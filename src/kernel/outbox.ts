import { outbox as rows } from '@db/tenant/schema/index.ts';
import { and, asc, eq, gt, isNull, min, sql } from 'drizzle-orm';
import { createLanes, type Lanes } from './lanes.ts';
import type { Logger } from './log.ts';
import { dropParked } from './parked-work.ts';
import type { Scope } from './scope.ts';

/**
 * What each kind of outside work needs to know; modules add theirs:
 * `declare module '@/kernel/outbox.ts' { interface OutboxKinds { 'message.send': { messageId: number } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface OutboxKinds {}

export type OutboxKind = keyof OutboxKinds;
export type OutboxJob<K extends OutboxKind> = {
  id: number;
  lane: string;
  attempts: number;
  payload: OutboxKinds[K];
};

/** Runs in the same transaction in which the row goes (or is parked). */
export type Settle = (tx: Scope) => Promise<void>;

export type OutboxHandler<K extends OutboxKind> = {
  /** Does the work, again if a crash hid the first time; what it returns settles the row. */
  run(scope: Scope, job: OutboxJob<K>): Promise<Settle | undefined>;
  /** Called once when the row is given up. */
  park(tx: Scope, job: OutboxJob<K>, code: string): Promise<void>;
};

/** Try again later. `patient` waits for the world (a connection that is away) and is not counted as a try. */
export class TryLater extends Error {
  readonly code: string;
  readonly patient: boolean;
  constructor(code: string, options: { patient?: boolean; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.name = 'TryLater';
    this.code = code;
    this.patient = options.patient ?? false;
  }
}

/** No use in trying again. */
export class GiveUp extends Error {
  readonly code: string;
  constructor(code: string, options?: { cause?: unknown }) {
    super(code, options);
    this.name = 'GiveUp';
    this.code = code;
  }
}

export type Outbox = {
  /** Adds work to the running transaction. Lanes run side by side, rows of one lane in order. */
  add<K extends OutboxKind>(tx: Scope, lane: string, kind: K, payload: OutboxKinds[K]): Promise<void>;
  handle<K extends OutboxKind>(kind: K, handler: OutboxHandler<K>): void;
  /** Looks for work now; also ends the waiting of lanes whose name starts with `prefix`. */
  wake(companyId: number, prefix?: string): void;
  /** Drops what was given up a month ago; run by the clock. What nobody handles is kept to be looked at. */
  forgetParked(scope: Scope): Promise<void>;
  /** No new work; resolves when what runs has ended. */
  stop(): Promise<void>;
  /** Resolves when no lane runs and none is due; for tests. */
  idle(): Promise<void>;
};

type Row = typeof rows.$inferSelect;
type AnyHandler = OutboxHandler<never>;
type Running = { hasMore: boolean; isWoken: boolean; ended: Promise<unknown> };

const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Of one kind of work and one connection: who is slow holds up nobody else. */
const LANES_AT_ONCE = 8;

export function createOutbox(deps: { log: Logger; scopeOf: (companyId: number) => Promise<Scope> }): Outbox {
  const handlers = new Map<string, AnyHandler>();
  const running = new Map<string, Running>();
  const peers = new Map<string, Lanes>();
  const looking = new Map<number, Promise<void>>();
  const again = new Map<number, Set<string>>();
  const timers = new Map<string, Timer>();
  const wakers = new Map<number, () => void>();
  let stopped = false;

  function wake(companyId: number, prefix?: string): void {
    if (stopped) return;
    const prefixes = again.get(companyId) ?? new Set();
    if (prefix !== undefined) {
      prefixes.add(prefix);
      endWaiting(companyId, prefix);
    }
    again.set(companyId, prefixes);
    if (!looking.has(companyId)) startLooking(companyId);
  }

  function startLooking(companyId: number): void {
    const prefixes = again.get(companyId);
    if (!prefixes || stopped) return;
    again.delete(companyId);
    const work = look(companyId, [...prefixes])
      .catch((error) => deps.log.error({ err: error, companyId }, 'the outbox could not be read'))
      .finally(() => {
        looking.delete(companyId);
        startLooking(companyId);
      });
    looking.set(companyId, work);
  }

  /** Starts every lane that has work and neither runs nor waits. */
  async function look(companyId: number, prefixes: string[]): Promise<void> {
    const scope = await deps.scopeOf(companyId);
    for (const prefix of prefixes) {
      await makeDue(scope, prefix);
      // A lane that read its row just before began to wait for nothing.
      endWaiting(companyId, prefix);
    }
    const heads = await scope.db
      .select({ lane: rows.lane, first: min(rows.id) })
      .from(rows)
      .where(isNull(rows.parkedAt))
      .groupBy(rows.lane);
    for (const { lane } of heads) {
      const key = `${companyId}/${lane}`;
      const known = running.get(key);
      // The lane may just have found nothing more: it looks once again when it ends.
      if (known) known.hasMore = true;
      else if (!timers.has(key)) startLane(companyId, lane);
    }
  }

  async function makeDue(scope: Scope, prefix: string): Promise<void> {
    const waits = and(
      isNull(rows.parkedAt),
      gt(rows.dueAt, scope.now()),
      sql`substr(${rows.lane}, 1, ${prefix.length}) = ${prefix}`,
    );
    await scope.write((tx) =>
      tx.db
        .update(rows)
        .set({ dueAt: tx.now() })
        .where(waits)
        .then(() => undefined),
    );
  }

  function startLane(companyId: number, lane: string): void {
    const key = `${companyId}/${lane}`;
    const state: Running = { hasMore: false, isWoken: false, ended: Promise.resolve() };
    running.set(key, state);
    const peer = `${companyId}/${lane.split(':').slice(0, 2).join(':')}`;
    const lanes = peers.get(peer) ?? createLanes(LANES_AT_ONCE);
    peers.set(peer, lanes);
    state.ended = lanes
      .run(key, () => runLane(companyId, lane))
      .catch((error) => deps.log.error({ err: error, companyId, lane }, 'a lane of the outbox broke off'))
      .finally(() => {
        running.delete(key);
        if (state.hasMore) wake(companyId);
      });
  }

  async function runLane(companyId: number, lane: string): Promise<void> {
    while (!stopped) {
      const scope = await deps.scopeOf(companyId);
      const row = await scope.db.query.outbox.findFirst({
        where: and(eq(rows.lane, lane), isNull(rows.parkedAt)),
        orderBy: asc(rows.id),
      });
      if (!row) return;
      const wait = row.dueAt.getTime() - scope.now().getTime();
      if (wait <= 0) await runRow(scope, row);
      else if (!isWokenMeanwhile(companyId, lane)) return waitFor(companyId, lane, wait);
    }
  }

  async function runRow(scope: Scope, row: Row): Promise<void> {
    const handler = handlers.get(row.kind);
    if (!handler) return park(scope, row, 'ERR_INTERNAL', undefined);
    const job = { id: row.id, lane: row.lane, attempts: row.attempts, payload: row.payload as never };
    try {
      const settle = await handler.run(scope, job);
      await scope.write(async (tx) => {
        await settle?.(tx);
        await tx.db.delete(rows).where(eq(rows.id, row.id));
      });
    } catch (error) {
      await failed(scope, row, handler, error);
    }
  }

  async function failed(scope: Scope, row: Row, handler: AnyHandler, error: unknown): Promise<void> {
    if (error instanceof GiveUp) return park(scope, row, error.code, handler, error);
    const patient = error instanceof TryLater && error.patient;
    const code = error instanceof TryLater ? error.code : 'ERR_INTERNAL';
    if (!(error instanceof TryLater)) {
      deps.log.error({ err: error, companyId: scope.companyId, kind: row.kind }, 'outside work failed');
    }
    const attempts = row.attempts + (patient ? 0 : 1);
    if (attempts >= MAX_ATTEMPTS) return park(scope, row, code, handler, error);
    const pause = patient
      ? isWokenMeanwhile(scope.companyId, row.lane)
        ? 0
        : LONGEST_PAUSE_MS
      : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
    const dueAt = new Date(scope.now().getTime() + pause);
    await scope.write((tx) =>
      tx.db
        .update(rows)
        .set({ attempts, dueAt, error: code })
        .where(eq(rows.id, row.id))
        .then(() => undefined),
    );
  }

  async function park(
    scope: Scope,
    row: Row,
    code: string,
    handler?: AnyHandler,
    cause?: unknown,
  ): Promise<void> {
    deps.log.warn({ companyId: scope.companyId, kind: row.kind, code, err: cause }, 'outside work given up');
    const job = { id: row.id, lane: row.lane, attempts: row.attempts, payload: row.payload as never };
    await scope.write(async (tx) => {
      await handler?.park(tx, job, code);
      await tx.db.update(rows).set({ parkedAt: tx.now(), error: code }).where(eq(rows.id, row.id));
    });
  }

  function waitFor(companyId: number, lane: string, wait: number): void {
    const key = `${companyId}/${lane}`;
    if (stopped || timers.has(key)) return;
    const timer = setTimeout(() => {
      timers.delete(key);
      wake(companyId);
    }, wait);
    timers.set(key, timer);
  }

  function endWaiting(companyId: number, prefix: string): void {
    for (const [key, timer] of timers) {
      if (!key.startsWith(`${companyId}/${prefix}`)) continue;
      clearTimeout(timer);
      timers.delete(key);
    }
    for (const [key, state] of running) if (key.startsWith(`${companyId}/${prefix}`)) state.isWoken = true;
  }

  /** What a row waited for may have come while it was being tried: it is tried once more. */
  function isWokenMeanwhile(companyId: number, lane: string): boolean {
    const state = running.get(`${companyId}/${lane}`);
    const isWoken = state?.isWoken ?? false;
    if (state) state.isWoken = false;
    return isWoken;
  }

  return {
    async add(tx, lane, kind, payload) {
      await tx.db.insert(rows).values({ lane, kind, payload, dueAt: tx.now() });
      tx.afterCommit(wakerOf(tx.companyId));
    },
    handle(kind, handler) {
      handlers.set(kind, handler as AnyHandler);
    },
    wake,
    forgetParked: (scope) => dropParked(scope, [...handlers.keys()]),
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await allEnded();
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

  /** One function per company, so that a write that adds ten rows wakes once. */
  function wakerOf(companyId: number): () => void {
    const known = wakers.get(companyId) ?? (() => wake(companyId));
    wakers.set(companyId, known);
    return known;
  }
}
